// The rows of Smart Recharge: each becomes a payment with a key of its own, so that a repeated
// click pays nothing twice.
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { createPayment, getPaymentParties, paymentForm } from '#contract/payments/payments.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { makeIdempotencyKey } from '../http/idempotency-key.ts'
import { keyOf, useChange } from '../http/use-endpoint.ts'
import { TOUCHED_BY_PAYMENTS } from './PaymentDialog.tsx'
import type { Balances, RowState, RowValues } from './recharge-rows.ts'

const rowOf = (values: Partial<RowValues>): RowState => ({
  values: {
    kind: 'RECHARGE',
    account_id: null,
    amount: '',
    method: 'bank',
    reference: '',
    note: '',
    private_note: '',
    idempotency_key: makeIdempotencyKey(),
    ...values,
  },
  errors: {},
  isDone: false,
})

/** The errors of the contract, by field. */
function errorsOf(values: RowValues): RowState['errors'] {
  const read = paymentForm.safeParse(values)
  const issues = read.success ? [] : read.error.issues
  return Object.fromEntries(
    issues.map(({ path, message }) => [
      String(path[0]),
      path[0] === 'account_id' ? 'Required.' : message,
    ]),
  )
}

const failureOf = (error: unknown): RowState['errors'] =>
  error instanceof ApiError && Object.keys(error.fields).length > 0
    ? error.fields
    : { amount: messageOf(error) }

const isEmpty = ({ values, isDone }: RowState): boolean =>
  !isDone && values.account_id === null && values.amount === ''

export function useRecharges() {
  const [rows, setRows] = useState<readonly RowState[]>(() => [rowOf({})])
  const [isSaving, setSaving] = useState(false)
  const pay = useChange(createPayment, { errors: 'form', also: TOUCHED_BY_PAYMENTS })
  const ids = [...new Set(rows.flatMap(({ values }) => values.account_id ?? []))]
  const answers = useQueries({
    queries: ids.map((id) => {
      const call = { params: { id } }
      return {
        queryKey: keyOf(getPaymentParties, call),
        queryFn: ({ signal }: { signal: AbortSignal }) => send(getPaymentParties, call, signal),
      }
    }),
  })
  const change = (key: string, patch: Partial<RowState>) =>
    setRows((all) =>
      all.map((row) => (row.values.idempotency_key === key ? { ...row, ...patch } : row)),
    )
  return {
    rows,
    isSaving,
    open: rows.filter(({ isDone }) => !isDone),
    /** By the account, as far as they are read. */
    balances: new Map<number, Balances>(
      ids.map((id, at) => [id, { parties: answers[at]?.data, error: answers[at]?.error ?? null }]),
    ),
    change,
    add: (added: readonly Partial<RowValues>[]) =>
      setRows((all) => [...all.filter((row) => !isEmpty(row)), ...added.map(rowOf)]),
    addEmpty: () => setRows((all) => [...all, rowOf({})]),
    remove: (row: RowState) => setRows((all) => all.filter((one) => one !== row)),
    /** Whether all open rows can be sent; what is missing is shown in them. */
    check: (): boolean => {
      const checked = rows.map((row) =>
        row.isDone ? row : { ...row, errors: errorsOf(row.values) },
      )
      setRows(checked)
      return checked.every(({ errors }) => Object.keys(errors).length === 0)
    },
    /** One after another; answers how many were paid. */
    payAll: async (): Promise<number> => {
      setSaving(true)
      let done = 0
      for (const { values, isDone } of rows) {
        if (isDone) continue
        try {
          await pay.mutateAsync({ body: paymentForm.parse(values) })
          change(values.idempotency_key, { isDone: true })
          done += 1
        } catch (error) {
          change(values.idempotency_key, { errors: failureOf(error) })
        }
      }
      setSaving(false)
      return done
    },
  }
}
