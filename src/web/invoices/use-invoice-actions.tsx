// The actions on an invoice, in the list and on its page.
import { IconCheck, IconFileX, IconRefresh, IconSend } from '@tabler/icons-react'
import {
  getInvoice,
  type Invoice,
  issueInvoice,
  markInvoiceSent,
  remakeInvoice,
  replaceInvoice,
  voidInvoice,
} from '#contract/invoices/invoices.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'
import { paidIn } from '../ui/values/format.ts'
import { isUnissued, missingOf, titleOf } from './invoice-labels.ts'

const fail = (error: unknown) => alert.error(messageOf(error))

export type InvoiceAction = RowAction & { readonly name: 'remake' | 'issue' | 'sent' | 'void' }

/** `onReplaced` gets the draft that was made of a void invoice. */
export function useInvoiceActions(
  onReplaced?: (id: number) => void,
): (invoice: Invoice) => readonly InvoiceAction[] {
  const may = {
    create: useMay('invoices.create'),
    edit: useMay('invoices.edit'),
    execute: useMay('invoices.execute'),
  }
  const remake = useChange(remakeInvoice, { done: 'Made again.' })
  const issue = useChange(issueInvoice, { done: 'Issued.' })
  const sent = useChange(markInvoiceSent, { done: 'Marked as sent.' })
  const cancel = useChange(voidInvoice, { done: 'Void. The credit note has its number.' })
  const replace = useChange(replaceInvoice, {
    done: 'A new draft bills the same period.',
    onDone: ({ id }) => onReplaced?.(id),
  })

  const askToIssue = async ({ id, account_name, payable, currency }: Invoice) => {
    const missing = missingOf(await send(getInvoice, { params: { id } }))
    const lacks = missing.length > 0 ? ` Not on the document: ${missing.join(', ')}.` : ''
    const text = `${account_name}, ${paidIn(payable, currency)}. It gets its number and can
      no longer be changed, only voided and credited.${lacks}`
    const question = { title: 'Issue this invoice?', yes: 'Issue', no: 'Cancel' }
    if (await alert.confirm(text, question)) issue.mutate({ params: { id } })
  }
  const askToVoid = async (invoice: Invoice) => {
    const text = 'Reason for the credit note (shown to the account)'
    const title = `Void and credit ${titleOf(invoice)}?`
    const reason = await alert.prompt(text, { title, yes: 'Void and credit', no: 'Cancel' })
    if (reason?.trim()) cancel.mutate({ params: { id: invoice.id }, body: { reason } })
  }
  const action = (
    name: InvoiceAction['name'],
    label: string,
    icon: RowAction['icon'],
    onClick: () => void,
  ): InvoiceAction => ({ name, label, icon, onClick })

  return (invoice) => {
    const { id, state, is_own } = invoice
    if (is_own) return []
    const params = { params: { id } }
    const isDraft = state === 'DRAFT'
    const stands = !isUnissued(invoice) && state !== 'VOID'
    return [
      ...(isUnissued(invoice) && may.create
        ? [action('remake', 'Recalculate', <IconRefresh size={15} />, () => remake.mutate(params))]
        : []),
      ...(isDraft && may.execute
        ? [
            action(
              'issue',
              'Issue',
              <IconCheck size={15} />,
              () => void askToIssue(invoice).catch(fail),
            ),
          ]
        : []),
      ...(stands && may.edit && invoice.sent_at === null
        ? [action('sent', 'Mark as sent', <IconSend size={15} />, () => sent.mutate(params))]
        : []),
      ...(stands && may.execute
        ? [
            action(
              'void',
              'Void and credit',
              <IconFileX size={15} />,
              () => void askToVoid(invoice),
            ),
          ]
        : []),
      ...(state === 'VOID' && may.create && onReplaced
        ? [action('remake', 'Bill again', <IconRefresh size={15} />, () => replace.mutate(params))]
        : []),
    ]
  }
}
