// The payments that settle an invoice. A user may assign a payment to it, or a part of one, and
// take that back.
import { Button } from '@mantine/core'
import {
  assignInvoicePayment,
  assignmentForm,
  listAssignablePayments,
  listInvoicePayments,
  type Settling,
  takeBackInvoicePayment,
} from '#contract/invoices/invoice-payments.ts'
import type { WholeInvoice } from '#contract/invoices/invoices.ts'
import { boundedMoney, formatMoney } from '#core/money.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange, useList, useOne } from '../http/use-endpoint.ts'
import { METHODS } from '../payments/payment-labels.ts'
import { useMay } from '../session/session.ts'
import { SideDialog } from '../ui/Dialog.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import plainTable from '../ui/PlainTable.module.css'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { paidIn } from '../ui/values/format.ts'
import styles from './Invoice.module.css'
import { titleOf } from './invoice-labels.ts'

interface InvoicePaymentsProps {
  readonly invoice: WholeInvoice
  readonly onClose: () => void
}

const SHOWN = 500

export function InvoicePaymentsDialog({ invoice, onClose }: InvoicePaymentsProps) {
  const { id, currency, open_amount, amount } = invoice
  const mayEdit = useMay('invoices.edit') && !invoice.is_own
  const settling = useList(listInvoicePayments, { params: { id }, query: { limit: SHOWN } })
  const canAssign = mayEdit && invoice.state !== 'VOID' && amount > 0n
  return (
    <SideDialog title={`Payments of ${titleOf(invoice)}`} width={760} onClose={onClose}>
      <p className={styles.note}>
        Open: <Amount value={open_amount} currency={currency} places="paid" /> of{' '}
        <Amount value={amount} currency={currency} places="paid" />. Payments settle the invoice
        that is due first, unless they are assigned to another one.
      </p>
      <Loaded query={settling}>
        {({ rows }) => <SettlingTable invoice={invoice} rows={rows} mayEdit={mayEdit} />}
      </Loaded>
      {canAssign && <AssignForm key={String(open_amount)} invoice={invoice} />}
    </SideDialog>
  )
}

interface SettlingProps {
  readonly invoice: WholeInvoice
  readonly rows: readonly Settling[]
  readonly mayEdit: boolean
}

function whatOf({ kind, method }: Settling): string {
  if (kind === 'BALANCE') return 'Balance before the first invoice'
  if (kind === 'INVOICE') return 'Invoice below zero'
  return labelFor(METHODS, method ?? 'other')
}

function SettlingTable({ invoice, rows, mayEdit }: SettlingProps) {
  const takeBack = useChange(takeBackInvoicePayment, { done: 'Taken back.' })
  if (rows.length === 0) return <p className="muted">Nothing was paid yet.</p>
  return (
    <ScrollBox label="Payments">
      <table className={plainTable.table} aria-label="Payments">
        <TableHead columns={['Date', 'Payment', 'Reference', 'Amount', 'Assigned']} />
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.id}-${row.kind}-${row.payment_id}-${row.at}`}>
              <td>
                <DateTime at={row.at} style="day" />
              </td>
              <td>{whatOf(row)}</td>
              <td>{row.reference}</td>
              <td>
                <Amount value={row.amount} currency={invoice.currency} places="paid" />
              </td>
              <td>
                {row.id === null ? (
                  <span className="muted">by due date</span>
                ) : mayEdit ? (
                  <Button
                    size="compact-xs"
                    variant="default"
                    loading={takeBack.isPending}
                    onClick={() =>
                      takeBack.mutate({
                        params: { id: invoice.id, assignment_id: row.id as number },
                      })
                    }
                  >
                    Take back
                  </Button>
                ) : (
                  'by hand'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function AssignForm({ invoice }: { invoice: WholeInvoice }) {
  const { id, currency } = invoice
  const payments = useOne(listAssignablePayments, { params: { id } })
  const assign = useChange(assignInvoicePayment, { errors: 'form', done: 'Assigned.' })
  const form = useEntityForm({
    schema: assignmentForm,
    initial: { payment_id: null as number | null, amount: '' },
    save: (body) => assign.mutateAsync({ params: { id }, body }),
    onSaved: () => undefined,
  })
  const payment = form.bind('payment_id')
  const amount = form.bind('amount')
  return (
    <Loaded query={payments}>
      {(found) => (
        <form
          className={styles.assign}
          ref={form.element}
          noValidate
          aria-label="Assign a payment"
          onSubmit={(event) => {
            event.preventDefault()
            form.submit()
          }}
        >
          {form.problem && <div role="alert">{form.problem}</div>}
          <SelectField
            label="Payment"
            placeholder={found.length === 0 ? 'No payment to assign' : 'Choose…'}
            choices={found.map((one) => ({
              value: String(one.id),
              label: [
                one.at.slice(0, 10),
                one.reference || labelFor(METHODS, one.method),
                paidIn(one.unassigned, currency),
              ].join(', '),
            }))}
            {...payment}
            value={payment.value === null ? null : String(payment.value)}
            onChange={(value) => {
              const chosen = found.find((one) => String(one.id) === value)
              payment.onChange(chosen?.id ?? null)
              if (!chosen) return
              const { unassigned } = chosen
              const most = unassigned < invoice.amount ? unassigned : invoice.amount
              amount.onChange(formatMoney(boundedMoney(most)))
            }}
          />
          <MoneyField label="Amount" {...amount} />
          <Button type="submit" loading={assign.isPending}>
            Assign
          </Button>
        </form>
      )}
    </Loaded>
  )
}
