// The list of invoices: drafts, and what was issued, in each area.

import { IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { discardInvoice, type Invoice, listInvoices } from '#contract/invoices/invoices.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { lastMailColumn } from '../document-mails/LastMail.tsx'
import { useSendDialog } from '../document-mails/use-send-dialog.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { accountPath } from '../navigation/account-path.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { AccountPicker } from '../pickers/pickers.tsx'
import { Link } from '../session/Link.tsx'
import { useSees } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Day } from '../ui/values/Day.tsx'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { OpenInvoices } from './InvoiceTotals.tsx'
import {
  INVOICE_KIND_CHOICES,
  INVOICE_STATE_CHOICES,
  type InvoicePaths,
  isSendable,
  titleOf,
} from './invoice-labels.ts'
import { useInvoiceActions } from './use-invoice-actions.tsx'
import { useInvoiceBulk } from './use-invoice-bulk.tsx'

const MakeInvoiceDialog = lazy(async () => ({
  default: (await import('./MakeInvoiceDialog.tsx')).MakeInvoiceDialog,
}))

const ENDED = [
  { value: 'this_month', label: 'This month' },
  { value: 'last_month', label: 'Last month' },
  { value: '12_months', label: '12 months' },
]

const ACCOUNT = 'account_name'
const MAIL = lastMailColumn().id

const columnsOf = (to: InvoicePaths): readonly GridColumn<Invoice>[] => [
  {
    id: 'document_number',
    header: 'Number',
    width: 145,
    sort: 'document_number',
    cell: (row) => <Link to={to.one(row.id)}>{titleOf(row)}</Link>,
  },
  {
    id: 'state',
    header: 'State',
    width: 115,
    cell: ({ state, progress_percent }) => (
      <>
        <StatusLabel choices={INVOICE_STATE_CHOICES} value={state} />
        {state === 'PREPARING' && ` ${progress_percent} %`}
      </>
    ),
    filter: ({ state }) => ['state', state],
  },
  column.choice('kind', 'Kind', 95, INVOICE_KIND_CHOICES),
  {
    id: ACCOUNT,
    header: 'Account',
    width: 160,
    sort: 'account_name',
    name: ({ account_name }) => account_name,
    cell: ({ account_id, account_kind, account_level }, name) => (
      <Link to={accountPath({ id: account_id, kind: account_kind, level: account_level })}>
        {name}
      </Link>
    ),
    filter: ({ account_id }) => ['account_id', account_id],
  },
  { id: 'from_on', header: 'From', width: 105, cell: ({ from_on }) => <Day on={from_on} /> },
  {
    id: 'to_on',
    header: 'To',
    width: 105,
    sort: 'to_on',
    cell: ({ to_on }) => <Day on={to_on} />,
  },
  column.paid('payable', 'Total', 120, { sort: true }),
  column.paid('open_amount', 'Open', 115, { sort: true }),
  {
    id: 'due_on',
    header: 'Due',
    width: 105,
    sort: 'due_on',
    cell: ({ due_on }) => <Day on={due_on} />,
  },
  column.integer('calls', 'Calls', 100),
  column.duration('billed_seconds', 'Billed time', 120),
  column.paid('net', 'Net', 130, { hidden: true }),
  column.paid('vat', 'VAT', 120, { hidden: true }),
  column.time('issued_at', 'Issued', 160, { sort: true }),
  column.text('failure', 'Problem', 260),
  column.text('credit_note_number', 'Credit note', 150, { hidden: true }),
  column.text('issuer_name', 'Issuer', 150, { hidden: true }),
  column.time('sent_at', 'Sent', 160, { hidden: true }),
  lastMailColumn(),
  column.created,
]

interface InvoicesScreenProps {
  readonly to: InvoicePaths
  readonly title: string
  /** Those for the account of the user, which can only be looked at, or those that it issues. */
  readonly is_own?: 'true' | 'false'
}

export default function InvoicesScreen({ to, title, is_own }: InvoicesScreenProps) {
  const isOwn = is_own === 'true'
  const list = useListScreen(listInvoices, is_own ? { fixed: { is_own } } : {})
  const seesAccounts = useSees('clients') && !isOwn
  const [isMaking, setMaking] = useState(false)
  const columns = useMemo(
    () => columnsOf(to).filter(({ id }) => !(isOwn && (id === ACCOUNT || id === MAIL))),
    [to, isOwn],
  )
  const open = useOpen(to.one)
  const actionsOf = useInvoiceActions()
  const mails = useSendDialog('INVOICE')
  const bulk = useInvoiceBulk(list.rows, mails.open)
  const rows = useRowActions<Invoice>({
    noun: 'draft',
    of: 'invoices',
    ...(!isOwn && { add: { label: 'Make invoice', to: () => setMaking(true) } }),
    open,
    first: (row) => [
      { label: 'Open', icon: <IconEye size={15} />, onClick: () => open(row) },
      ...actionsOf(row),
      ...(isSendable(row) ? mails.actionOf(row.id) : []),
    ],
    remove: {
      endpoint: discardInvoice,
      name: ({ account_name, to_on }) => `${account_name}, ${to_on}`,
      effect: 'Its charges move to the next invoice.',
      unless: ({ issued_at }) => issued_at !== null,
    },
  })
  return (
    <>
      <ListPage
        title={title}
        name={isOwn ? 'own-invoices' : 'invoices'}
        list={list}
        columns={columns}
        noun={['invoice', 'invoices']}
        {...rows}
        selection={bulk.selection}
        selectionBar={bulk.bar}
        empty={
          seesAccounts
            ? 'No invoices yet. An invoice bills what an account was charged in a period.'
            : 'No invoices yet. An invoice bills your calls of a period.'
        }
        filters={
          <>
            <TextFilter label="Search by number or account" search {...list.bind('q')} />
            <SelectFilter label="State" choices={INVOICE_STATE_CHOICES} {...list.bind('state')} />
            <SelectFilter label="Kind" choices={INVOICE_KIND_CHOICES} {...list.bind('kind')} />
            {seesAccounts && <AccountPicker {...asFilter('Account', list.bind('account_id'))} />}
            <SelectFilter label="Period ended" choices={ENDED} {...list.bind('range')} />
          </>
        }
      >
        <OpenInvoices {...(is_own && { is_own })} />
      </ListPage>
      {mails.dialog}
      {isMaking && (
        <Suspense fallback={null}>
          <MakeInvoiceDialog to={to} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  )
}
