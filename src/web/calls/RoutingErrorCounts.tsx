// The routing errors that match, counted by stage, reason, client and destination; each narrows the
// list.
import { UnstyledButton } from '@mantine/core'
import type { z } from 'zod'
import { countRoutingErrors, type listRoutingErrors } from '#contract/routing-logs.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import styles from '../lists/Counts.module.css'
import type { ListScreen } from '../lists/use-list-screen.ts'
import { BarList } from '../ui/BarList.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatDecimal, formatPercentOf } from '../ui/format.ts'
import { refusalLabel } from './call-labels.ts'
import { STAGE_CHOICES } from './routing-error-columns.tsx'

type Counts = z.output<typeof countRoutingErrors.answer>

interface RoutingErrorCountsProps {
  readonly list: Pick<ListScreen<typeof listRoutingErrors>, 'filters' | 'live' | 'set'>
}

const EMPTY = 'None in this period.'
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
    rows: Counts['by_stage'],
    words: (row: Counts['by_stage'][number]) => string,
    choose: (value: string) => void,
  ) =>
    rows.map((row) => ({
      key: row.value,
      label:
        row.value === NOBODY ? (
          words(row)
        ) : (
          <UnstyledButton
            className={styles.value}
            title={row.label}
            onClick={() => choose(row.value)}
          >
            {words(row)}
          </UnstyledButton>
        ),
      value: row.count,
      figures: [formatDecimal(row.count), formatPercentOf(row.count / counts.total)],
    }))
  return (
    <div className={styles.lists}>
      <BarList
        title="By stage"
        columns={['Stage', 'Calls', 'Share']}
        empty={EMPTY}
        bars={barsOf(
          counts.by_stage,
          ({ value }) => labelFor(STAGE_CHOICES, value as (typeof STAGE_CHOICES)[number]['value']),
          (stage) => list.set({ stage: stage as never }),
        )}
      />
      <BarList
        title="By reason"
        columns={['Reason', 'Calls', 'Share']}
        empty={EMPTY}
        bars={barsOf(
          counts.by_refusal,
          ({ value }) => refusalLabel(value),
          (refusal) => list.set({ refusal: refusal as never }),
        )}
      />
      <BarList
        title="By client"
        columns={['Client', 'Calls', 'Share']}
        empty={EMPTY}
        bars={barsOf(
          counts.by_client,
          ({ label }) => label,
          (account_id) => list.set({ account_id }),
        )}
      />
      <BarList
        title="By destination"
        columns={['Destination', 'Calls', 'Share']}
        empty={EMPTY}
        bars={barsOf(
          counts.by_destination,
          ({ label }) => label,
          (destination) => list.set({ destination }),
        )}
      />
    </div>
  )
}
