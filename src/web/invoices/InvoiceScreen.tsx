// One invoice: its sums, both parties, and its lines.
import { Button, Menu } from '@mantine/core'
import { IconCash, IconDownload, IconMail, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import {
  discardInvoice,
  getInvoice,
  getInvoicePdf,
  type InvoiceLine,
  listInvoiceCalls,
  listInvoiceLines,
  type WholeInvoice,
} from '#contract/invoices/invoices.ts'
import { PdfButton } from '../actions/PdfButton.tsx'
import { alert } from '../alerts/alerts.ts'
import * as column from '../columns/common-columns.tsx'
import { useSendDialog } from '../document-mails/use-send-dialog.tsx'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { HistoryButton } from '../forms/history/History.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useDelete } from '../forms/use-delete.tsx'
import { messageOf } from '../http/api-error.ts'
import { download } from '../http/download.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { NONE } from '../ui/values/format.ts'
import { InvoiceSummary } from './InvoiceSummary.tsx'
import {
  headingOf,
  type InvoicePaths,
  isSendable,
  isUnissued,
  SECTIONS,
  titleOf,
} from './invoice-labels.ts'
import { type InvoiceAction, useInvoiceActions } from './use-invoice-actions.tsx'

const InvoicePaymentsDialog = lazy(async () => ({
  default: (await import('./InvoicePaymentsDialog.tsx')).InvoicePaymentsDialog,
}))

const COLUMNS: readonly GridColumn<InvoiceLine>[] = [
  column.choice('section', 'Section', 130, SECTIONS),
  {
    id: 'description',
    header: 'Description',
    width: 260,
    sort: 'description',
    cell: ({ description }) => description || NONE,
  },
  column.text('prefixes', 'Prefixes', 160),
  column.rate('rate', 'Rate', 130),
  column.integer('calls', 'Calls', 100, { sort: true }),
  column.duration('seconds', 'Talk time', 120),
  column.duration('billed_seconds', 'Billed time', 120, { sort: true }),
  column.percent('vat_percent', 'VAT %', 90),
  column.paid('net', 'Net', 140),
  column.paid('vat', 'VAT', 130),
  column.paid('amount', 'Total', 150, { sort: true }),
]

const isPreparing = ({ state }: WholeInvoice): boolean => state === 'PREPARING'

interface InvoiceScreenProps {
  readonly to: InvoicePaths
  /** The title of the list. */
  readonly list: string
}

export default function InvoiceScreen({ to, list }: InvoiceScreenProps) {
  const id = useIdParam() ?? 0
  const invoice = useOne(getInvoice, { params: { id } }, { isUnderWay: isPreparing })
  return (
    <Loaded query={invoice}>
      {(found) => <Lines key={`${id} ${found.state}`} invoice={found} to={to} from={list} />}
    </Loaded>
  )
}

interface InvoiceProps {
  readonly invoice: WholeInvoice
  readonly to: InvoicePaths
}

function Lines({ invoice, to, from }: InvoiceProps & { from: string }) {
  const list = useListScreen(listInvoiceLines, { params: { id: invoice.id }, every_ms: false })
  const { currency, net, vat, payable } = invoice
  const sum = (value: typeof net) => <Amount value={value} currency={currency} places="paid" />
  return (
    <ListPage
      title={headingOf(invoice)}
      of={titleOf(invoice)}
      name="invoice-lines"
      breadcrumb={<Breadcrumb trail={[{ label: from, to: to.list }]} />}
      list={list}
      columns={COLUMNS}
      noun={['line', 'lines']}
      rowId={({ position }) => String(position)}
      tools={<Tools invoice={invoice} to={to} />}
      empty="Nothing was charged in this period."
      totals={{ section: 'Total', net: sum(net), vat: sum(vat), amount: sum(payable) }}
      filters={
        <>
          <TextFilter label="Search by description" search {...list.bind('q')} />
          <SelectFilter label="Section" choices={SECTIONS} {...list.bind('section')} />
        </>
      }
    >
      <InvoiceSummary invoice={invoice} />
    </ListPage>
  )
}

const fail = (error: unknown) => alert.error(messageOf(error))

/** The calls as a file: there can be millions. */
function CallsButton({ id, name }: { id: number; name: string }) {
  const save = (format: 'csv' | 'xlsx') => {
    const file = `calls-${name.replaceAll(/[^\w.-]+/g, '-')}.${format}`
    void download(listInvoiceCalls, { params: { id }, query: { format } }, file).catch(fail)
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} />}>
          Calls
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => save('xlsx')}>Excel</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Opens the payments that settle the invoice. */
function PaymentsButton({ invoice }: { invoice: WholeInvoice }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconCash size={15} />} onClick={() => setOpen(true)}>
        Payments
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <InvoicePaymentsDialog invoice={invoice} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The step that usually comes next. */
const isMain = ({ name }: InvoiceAction): boolean => name === 'issue' || name === 'sent'

function Tools({ invoice, to }: InvoiceProps) {
  const { id, state, is_latest, is_replaced } = invoice
  const savePdf = (document: 'INVOICE' | 'CREDIT_NOTE') =>
    download(getInvoicePdf, { params: { id }, query: { document } })
  const navigate = useNavigate()
  const mayDelete = useMay('invoices.delete')
  const mayExport = useMay('invoices.export')
  const mails = useSendDialog('INVOICE')
  const actionsOf = useInvoiceActions((next) => void navigate({ to: to.one(next) }))
  const discard = useDelete(discardInvoice, 'draft', {
    done: () => void navigate({ to: to.list }),
  })
  const actions = actionsOf(invoice).filter(
    ({ name }) => name !== 'remake' || (state === 'VOID' ? !is_replaced : is_latest),
  )
  return (
    <>
      <HistoryButton of={{ entity: 'invoice', id }} name={titleOf(invoice)} />
      <PdfButton label="PDF" save={() => savePdf('INVOICE')} />
      {mayExport && <CallsButton id={id} name={titleOf(invoice)} />}
      {invoice.issued_at !== null && state !== 'VOID' && <PaymentsButton invoice={invoice} />}
      {state === 'VOID' && <PdfButton label="Credit note" save={() => savePdf('CREDIT_NOTE')} />}
      {mayDelete && isUnissued(invoice) && is_latest && (
        <Button
          variant="default"
          leftSection={<IconTrash size={15} />}
          onClick={() =>
            void discard(
              { id, name: titleOf(invoice) },
              { effect: 'Its charges move to the next invoice.' },
            )
          }
        >
          Discard
        </Button>
      )}
      {mails.open && isSendable(invoice) && (
        <Button
          variant="default"
          leftSection={<IconMail size={15} />}
          onClick={() => mails.open?.([id])}
        >
          Send by e-mail…
        </Button>
      )}
      {mails.dialog}
      {actions.map((action) => (
        <Button
          key={action.label}
          variant={isMain(action) ? 'filled' : 'default'}
          leftSection={action.icon}
          onClick={action.onClick}
        >
          {action.label}
        </Button>
      ))}
    </>
  )
}
