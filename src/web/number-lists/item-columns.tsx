import type { NumberListItem } from '#contract/routing/number-list-items.ts'
import type { NumberList } from '#contract/routing/number-lists.ts'
import * as column from '../columns/common-columns.tsx'
import { DestinationName } from '../pickers/DestinationName.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { actionsOf } from './number-list-labels.ts'

/** The empty key matches every number that no other item matches. */
export const keyName = (key: string): string => key || 'all numbers'

const ANY_LENGTH = { min: 0, max: 100 }

export function lengthText({ min_length, max_length }: NumberListItem): string {
  const isOpenAbove = max_length === ANY_LENGTH.max
  if (min_length === ANY_LENGTH.min) return isOpenAbove ? 'any' : `at most ${max_length}`
  if (min_length === max_length) return String(min_length)
  return isOpenAbove ? `at least ${min_length}` : `${min_length} to ${max_length}`
}

export const itemColumns = ({ mode }: NumberList): readonly GridColumn<NumberListItem>[] => [
  {
    id: 'key',
    header: mode === 'PREFIX' ? 'Prefix' : 'Number',
    width: 240,
    sort: 'key',
    cell: (row) =>
      row.key ? (
        <>
          <span className="mono">{row.key}</span> <DestinationName prefix={row.key} />
        </>
      ) : (
        <span className="muted">{keyName(row.key)}</span>
      ),
  },
  {
    id: 'action',
    header: 'Action',
    width: 120,
    sort: 'action',
    cell: (row) => (
      <StatusDot tone={row.action === 'ACCEPT' ? 'success' : 'danger'}>
        {labelFor(actionsOf(mode), row.action)}
      </StatusDot>
    ),
  },
  {
    id: 'lengths',
    fields: ['min_length', 'max_length'],
    header: 'Digits',
    width: 110,
    hidden: mode === 'RANDOM',
    cell: (row) => lengthText(row),
  },
  column.text('tag', 'Tag', 140, { sort: true, hidden: mode === 'RANDOM' }),
  column.text('description', 'Description', 280),
  column.time('updated_at', 'Changed', 160, { sort: true }),
]
