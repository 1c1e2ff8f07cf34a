// The list of re-ratings: what was priced again, why, and how far it is.

import { IconEye } from '@tabler/icons-react'
import { deleteReRating, listReRatings, type ReRating } from '#contract/re-ratings/re-ratings.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { PrefixName } from '../pickers/PrefixNames.tsx'
import { Link } from '../session/Link.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { isReRatingBusy, progressLabel, RE_RATING_STATE_CHOICES } from './re-rating-labels.ts'

const LOOK_EVERY_MS = 3000

const COLUMNS: readonly GridColumn<ReRating>[] = [
  column.mono('id', 'No.', 70, { sort: true }),
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
      <StatusLabel choices={RE_RATING_STATE_CHOICES} value={row.state}>
        {isReRatingBusy(row) && ` · ${progressLabel(row)}`}
      </StatusLabel>
    ),
  },
  column.time('from_at', 'Calls from', 160, { sort: true }),
  column.time('until_at', 'Until', 160),
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
  column.integer('changes_count', 'Changes', 100),
  column.integer('applied_count', 'Applied', 100),
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
  column.time('created_at', 'Created', 160, { hidden: true }),
]

export default function ReRatingsScreen() {
  const list = useListScreen(listReRatings, { every_ms: LOOK_EVERY_MS })
  const { reRatings } = paths.admin
  const open = useOpen(reRatings.one)
  const rows = useRowActions<ReRating>({
    noun: 're-rating',
    of: 're_ratings',
    add: { label: 'Re-rate calls', to: reRatings.add },
    open,
    first: (row) => [{ label: 'Open', icon: <IconEye size={15} />, onClick: () => open(row) }],
    remove: {
      endpoint: deleteReRating,
      name: ({ reason }) => reason,
      effect: 'Nothing was applied; only the preview is deleted.',
      unless: ({ applied_count, state }) => applied_count > 0 || state === 'APPLYING',
    },
  })

  return (
    <ListPage
      title="Re-rating"
      name="re-ratings"
      list={list}
      columns={COLUMNS}
      noun={['re-rating', 're-ratings']}
      {...rows}
      empty="No re-ratings yet. Re-rating shows the impact of corrected rates by account before it
        changes charges."
      filters={
        <>
          <TextFilter label="Search by reason" search {...list.bind('q')} />
          <SelectFilter label="State" choices={RE_RATING_STATE_CHOICES} {...list.bind('state')} />
        </>
      }
    />
  )
}
