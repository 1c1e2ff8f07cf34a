// Recharges several accounts one after another. Each is found by typing a name, a username, a SIP
// user, a number or an IP address; the balances before and after are shown before money moves.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { createPayment, paymentForm } from '#contract/payments.ts'
import { alert } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { makeIdempotencyKey } from '../http/idempotency-key.ts'
import { useChange } from '../http/use-endpoint.ts'
import { count } from '../ui/format.ts'
import { TOUCHED_BY_PAYMENTS } from './PaymentDialog.tsx'
import { RechargeRow, type RowState, type RowValues } from './RechargeRow.tsx'

const ROWS_MAX = 50

const newRow = (): RowState => ({
  values: {
    kind: 'RECHARGE',
    account_id: null,
    amount: '',
    method: 'bank',
    reference: '',
    note: '',
    private_note: '',
    idempotency_key: makeIdempotencyKey(),
  },
  errors: {},
  isDone: false,
})

/** What the contract refuses, by field. */
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

export function RechargePanel({ tabs }: { tabs: ReactNode }) {
  const [rows, setRows] = useState<readonly RowState[]>([newRow()])
  const [isSaving, setSaving] = useState(false)
  const pay = useChange(createPayment, { errors: 'form', also: TOUCHED_BY_PAYMENTS })
  const open = rows.filter(({ isDone }) => !isDone)
  const change = (key: string, patch: Partial<RowState>) =>
    setRows((all) =>
      all.map((row) => (row.values.idempotency_key === key ? { ...row, ...patch } : row)),
    )

  const payAll = async () => {
    const checked = open.map((row) => ({ ...row, errors: errorsOf(row.values) }))
    for (const { values, errors } of checked) change(values.idempotency_key, { errors })
    if (checked.some(({ errors }) => Object.keys(errors).length > 0)) return
    const question = { title: `Recharge ${count(open.length, 'account', 'accounts')}?` }
    const answers = { yes: 'Recharge', no: 'Cancel' }
    const text = 'Each payment is recorded on its own. A failed one changes nothing.'
    if (!(await alert.confirm(text, { ...question, ...answers }))) return
    setSaving(true)
    let done = 0
    for (const { values } of checked) {
      try {
        await pay.mutateAsync({ body: paymentForm.parse(values) })
        change(values.idempotency_key, { isDone: true })
        done += 1
      } catch (error) {
        change(values.idempotency_key, { errors: failureOf(error) })
      }
    }
    setSaving(false)
    if (done > 0) alert.success(`${count(done, 'account', 'accounts')} recharged.`)
  }

  return (
    <div className="page-scroll">
      {tabs}
      <div className="page-title">
        <h1>Smart Recharge</h1>
        <span className="muted">Find accounts by name, username, SIP user, number or IP</span>
      </div>
      {rows.map((row, at) => (
        <RechargeRow
          key={row.values.idempotency_key}
          label={`Recharge ${at + 1}`}
          row={row}
          onChange={(values) => change(row.values.idempotency_key, { values, errors: {} })}
          onRemove={
            rows.length > 1 && !isSaving
              ? () => setRows(rows.filter((one) => one !== row))
              : undefined
          }
        />
      ))}
      <div className="page-title">
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          disabled={rows.length >= ROWS_MAX}
          onClick={() => setRows([...rows, newRow()])}
        >
          Add row
        </Button>
        <Button disabled={open.length === 0} loading={isSaving} onClick={() => void payAll()}>
          {open.length > 1 ? `Recharge ${open.length} accounts` : 'Recharge'}
        </Button>
      </div>
    </div>
  )
}
