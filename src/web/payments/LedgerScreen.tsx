// Every movement of every balance: what calls cost, what was paid, what was taken back.

import { type LedgerEntry, listLedger } from '#contract/payments/payments.ts'
import * as column from '../columns/common-columns.tsx'
import { DAY_RANGES, ONE_YEAR } from '../lists/filters/ranges.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { AccountPicker } from '../pickers/pickers.tsx'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { Badge, type Tone } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'

const KINDS: readonly Choice<LedgerEntry['kind']>[] = [
  { value: 'CALL', label: 'Call' },
  { value: 'SALE', label: 'Sale' },
  { value: 'PACKAGE', label: 'Package' },
  { value: 'PAYMENT', label: 'Payment' },
  { value: 'REVERSAL', label: 'Reversal' },
]

const TONES: Readonly<Record<LedgerEntry['kind'], Tone>> = {
  CALL: 'neutral',
  SALE: 'primary',
  PACKAGE: 'tertiary',
  PAYMENT: 'success',
  REVERSAL: 'warning',
}

function Cause({ call_id, payment_id }: LedgerEntry) {
  const seesWhole = useMay('call_records.view')
  if (call_id) {
    const records = paths.admin.callRecords(seesWhole ? 'wholesale' : 'reseller')
    const call = withSearch(records, { call: call_id })
    return (
      <Link className="mono" to={call}>
        {call_id}
      </Link>
    )
  }
  return payment_id === null ? NONE : `payment ${payment_id}`
}

function ReRating({ re_rating_id }: LedgerEntry) {
  if (re_rating_id === null) return NONE
  return <Link to={paths.admin.reRatings.one(re_rating_id)}>{re_rating_id}</Link>
}

const COLUMNS: readonly GridColumn<LedgerEntry>[] = [
  column.mono('id', 'No.', 90, { sort: true }),
  column.time('at', 'Time', 160),
  {
    id: 'account_name',
    header: 'Account',
    width: 190,
    name: (row) => row.account_name,
    cell: (_, name) => name,
    filter: ({ account_id }) => ['account_id', account_id],
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 100,
    cell: (row) => <Badge tone={TONES[row.kind]}>{labelFor(KINDS, row.kind)}</Badge>,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 140,
    align: 'end',
    cell: (row) => <Amount value={row.amount} currency={row.currency} places={6} />,
  },
  {
    id: 'balance_after',
    header: 'Balance after',
    width: 150,
    align: 'end',
    cell: (row) => <Amount value={row.balance_after} currency={row.currency} places={6} />,
  },
  { id: 'cause', header: 'Call or payment', width: 190, cell: (row) => <Cause {...row} /> },
  { id: 're_rating_id', header: 'Re-rating', width: 95, cell: (row) => <ReRating {...row} /> },
  column.text('note', 'Note', 200),
  {
    id: 'counter_account_name',
    header: 'Other side',
    width: 150,
    hidden: true,
    cell: (row) => row.counter_account_name ?? NONE,
  },
]

// Links lead here from calls of any age.
const RANGES = [{ value: 'all', label: 'All times' }, ...DAY_RANGES, ONE_YEAR]

const isCallId = (text: string): boolean => /^\d{1,19}$/.test(text)

export default function LedgerScreen() {
  const list = useListScreen(listLedger)
  return (
    <ListPage
      title="Ledger"
      name="ledger"
      list={list}
      columns={COLUMNS}
      noun={['entry', 'entries']}
      empty="No entries yet. Every payment and every billed call adds an entry."
      filters={
        <>
          <RangeFilter
            range={list.search.range}
            from={list.search.from}
            to={list.search.to}
            choices={RANGES}
            fallback="all"
            onChange={(next) => list.set({ ...next })}
          />
          <TextFilter label="Search the ledger" search {...list.bind('q')} />
          <AccountPicker {...asFilter('Account', list.bind('account_id'))} />
          <SelectFilter label="Kind" choices={KINDS} {...list.bind('kind')} />
          <TextFilter label="Call" width={190} accepts={isCallId} {...list.bind('call_id')} />
        </>
      }
    />
  )
}
