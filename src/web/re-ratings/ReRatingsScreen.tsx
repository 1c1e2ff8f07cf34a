// The list of re-ratings: what was priced again, why, and how far it is.
import { IconEye, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { deleteReRating, listReRatings, type ReRating } from '#contract/re-ratings.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { PrefixName } from '../pickers/PrefixNames.tsx'
import { useMay } from '../session/session.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { isBusy, progressLabel, STATE_TONES, STATES } from './re-rating-labels.ts'

const LOOK_EVERY_MS = 3000

const COLUMNS: readonly GridColumn<ReRating>[] = [
  {
    id: 'id',
    header: 'No.',
    width: 70,
    sort: 'id',
    cell: (row) => <span className="mono">{row.id}</span>,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 240,
    cell: (row) => <Link to={paths.admin.reRatings.one(row.id)}>{row.reason}</Link>,
  },
  {
    id: 'state',
    header: 'State',
    width: 160,
    sort: 'state',
    cell: (row) => (
      <StatusDot tone={STATE_TONES[row.state]}>
        {labelFor(STATES, row.state)}
        {isBusy(row) && ` · ${progressLabel(row)}`}
      </StatusDot>
    ),
  },
  {
    id: 'from_at',
    header: 'Calls from',
    width: 160,
    sort: 'from_at',
    cell: (row) => <DateTime at={row.from_at} />,
  },
  { id: 'until_at', header: 'Until', width: 160, cell: (row) => <DateTime at={row.until_at} /> },
  { id: 'account', header: 'Account', width: 150, cell: (row) => row.account_name ?? 'all' },
  { id: 'tariff', header: 'Tariff', width: 150, cell: (row) => row.tariff_name ?? 'all' },
  {
    id: 'prefix',
    header: 'Prefix',
    width: 150,
    cell: (row) => (row.prefix ? <PrefixName prefix={row.prefix} /> : NONE),
  },
  {
    id: 'new_tariff',
    header: 'Rated with',
    width: 150,
    cell: (row) => row.new_tariff_name ?? 'same',
  },
  {
    id: 'changes_count',
    header: 'Changes',
    width: 100,
    align: 'end',
    cell: (row) => formatDecimal(row.changes_count),
  },
  {
    id: 'applied_count',
    header: 'Applied',
    width: 100,
    align: 'end',
    cell: (row) => formatDecimal(row.applied_count),
  },
  {
    id: 'problems_count',
    header: 'Problems',
    width: 100,
    align: 'end',
    cell: (row) => (
      <span className={row.problems_count > 0 ? 'danger' : undefined}>
        {formatDecimal(row.problems_count)}
      </span>
    ),
  },
  { id: 'created_by', header: 'By', width: 120, cell: (row) => row.created_by },
  {
    id: 'created_at',
    header: 'Created',
    width: 160,
    hidden: true,
    cell: (row) => <DateTime at={row.created_at} />,
  },
]

export default function ReRatingsScreen() {
  const list = useListScreen(listReRatings, { every_ms: LOOK_EVERY_MS })
  const navigate = useNavigate()
  const mayEdit = useMay('re_ratings.edit')
  const remove = useDelete(deleteReRating, 're-rating')
  const { reRatings } = paths.admin
  const open = (row: ReRating) => void navigate({ to: reRatings.one(row.id) })

  const actionsOf = (row: ReRating) => [
    { label: 'Open', icon: <IconEye size={15} />, onClick: () => open(row) },
    ...(mayEdit && row.applied_count === 0 && row.state !== 'APPLYING'
      ? [
          {
            label: 'Delete',
            icon: <IconTrash size={15} />,
            danger: true,
            onClick: () =>
              void remove(
                { id: row.id, name: row.reason },
                { effect: 'Nothing was applied; only the preview is deleted.' },
              ),
          },
        ]
      : []),
  ]

  return (
    <ListPage
      title="Re-rating"
      name="re-ratings"
      list={list}
      columns={COLUMNS}
      noun={['re-rating', 're-ratings']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Re-rate calls', to: reRatings.add } : undefined}
      onOpen={open}
      actions={actionsOf}
      empty="No re-ratings yet. Re-rating shows the impact of corrected rates by account before it
        changes charges."
      filters={
        <>
          <TextFilter label="Search by reason" search {...list.bind('q')} />
          <SelectFilter label="State" choices={STATES} {...list.bind('state')} />
        </>
      }
    />
  )
}
