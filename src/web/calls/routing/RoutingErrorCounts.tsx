// The routing errors that match, counted by stage, reason, client and destination; each narrows the
// list.
import { UnstyledButton } from '@mantine/core'
import type { z } from 'zod'
import { countRoutingErrors, type listRoutingErrors } from '#contract/calls/routing-logs.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { useOne } from '../../http/use-endpoint.ts'
import styles from '../../lists/Counts.module.css'
import type { ListScreen } from '../../lists/use-list-screen.ts'
import { labelFor } from '../../ui/form/labels.ts'
import { BarList } from '../../ui/values/BarList.tsx'
import { formatDecimal, formatPercentOf } from '../../ui/values/format.ts'
import { refusalLabel } from '../call-labels.ts'
import { STAGE_CHOICES } from './routing-error-columns.tsx'

type Counts = z.output<typeof countRoutingErrors.answer>

interface RoutingErrorCountsProps {
  readonly list: Pick<ListScreen<typeof listRoutingErrors>, 'filters' | 'live' | 'set'>
}

const EMPTY = 'None in this period.'
type Counted = Counts['by_stage'][number]

const COUNTS = [
  {
    column: 'Stage',
    rows: 'by_stage',
    filter: 'stage',
    text: ({ value }: Counted) =>
      labelFor(STAGE_CHOICES, value as (typeof STAGE_CHOICES)[number]['value']),
  },
  {
    column: 'Reason',
    rows: 'by_refusal',
    filter: 'refusal',
    text: ({ value }: Counted) => refusalLabel(value),
  },
  {
    column: 'Client',
    rows: 'by_client',
    filter: 'account_id',
    text: ({ label }: Counted) => label,
  },
  {
    column: 'Destination',
    rows: 'by_destination',
    filter: 'destination',
    text: ({ label }: Counted) => label,
  },
] as const

/** The record of an unknown caller. */
const NOBODY = '0'

export function RoutingErrorCounts({ list }: RoutingErrorCountsProps) {
  const counts = useOne(
    countRoutingErrors,
    { query: list.filters },
    { keepsLast: true, ...list.live },
  )
  return <Loaded query={counts}>{(data) => <CountBars counts={data} list={list} />}</Loaded>
}

function CountBars({ counts, list }: RoutingErrorCountsProps & { readonly counts: Counts }) {
  const barsOf = (
    rows: readonly Counted[],
    text: (row: Counted) => string,
    choose: (value: string) => void,
  ) =>
    rows.map((row) => ({
      key: row.value,
      label:
        row.value === NOBODY ? (
          text(row)
        ) : (
          <UnstyledButton
            className={styles.value}
            title={row.label}
            onClick={() => choose(row.value)}
          >
            {text(row)}
          </UnstyledButton>
        ),
      value: row.count,
      figures: [formatDecimal(row.count), formatPercentOf(row.count / counts.total)],
    }))
  return (
    <div className={styles.lists}>
      {COUNTS.map(({ column, rows, filter, text }) => (
        <BarList
          key={column}
          title={`By ${column.toLowerCase()}`}
          columns={[column, 'Calls', 'Share']}
          empty={EMPTY}
          bars={barsOf(counts[rows], text, (value) => list.set({ [filter]: value }))}
        />
      ))}
    </div>
  )
}
