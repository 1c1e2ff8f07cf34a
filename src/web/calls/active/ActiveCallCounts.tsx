// How many calls the switch carries, and how they are spread: counted by the server over all of
// them, not over those of one page. A click on a group keeps its calls; the other groups stay.
import { UnstyledButton } from '@mantine/core'
import type { CALL_GROUPINGS, countActiveCalls } from '#contract/calls/active-calls.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { useKit } from '../../ui/Kit.tsx'
import { PresetTabs } from '../../ui/PresetTabs.tsx'
import { count, formatDecimal, formatTime } from '../../ui/values/format.ts'
import styles from './ActiveCalls.module.css'
import { usePeak } from './use-peak.ts'

type Counts = AnswerOf<typeof countActiveCalls>
type Group = Counts['groups'][number]
export type Grouping = (typeof CALL_GROUPINGS)[number]

const LABELS: Readonly<Record<Grouping, { label: string; many: string }>> = {
  gateway: { label: 'By gateway', many: 'gateways' },
  client: { label: 'By client', many: 'clients' },
  destination: { label: 'By destination', many: 'destinations' },
}

interface ActiveCallCountsProps {
  readonly counts: Counts | undefined
  readonly by: Grouping
  readonly groupings: readonly Grouping[]
  readonly onGroup: (by: Grouping) => void
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

export function ActiveCallCounts(props: ActiveCallCountsProps) {
  const { counts, by, groupings, chosen, onChoose } = props
  const groups = counts?.groups ?? []
  const hidden = (counts?.groups_total ?? 0) - groups.length
  return (
    <section aria-label="All calls" className={styles.counts}>
      <div className={styles.head}>
        <Totals counts={counts} />
        {groupings.length > 1 && (
          <PresetTabs
            label="Group calls"
            choices={groupings.map((value) => ({ value, label: LABELS[value].label }))}
            value={by}
            onChange={(next) => props.onGroup(groupings.find((one) => one === next) ?? by)}
          />
        )}
      </div>
      {groups.length > 0 && (
        <fieldset className={styles.groups} aria-label={LABELS[by].label}>
          {groups
            // By name: an order by load would move under the pointer with every answer.
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map((group) => (
              <GroupButton
                key={group.id}
                group={group}
                of={counts?.calls ?? 0}
                isChosen={chosen === group.id}
                onClick={() => onChoose(chosen === group.id ? undefined : group.id)}
              />
            ))}
          {hidden > 0 && (
            <span className="muted">
              and {formatDecimal(hidden)} {LABELS[by].many} with fewer calls
            </span>
          )}
        </fieldset>
      )}
    </section>
  )
}

function Totals({ counts }: Pick<ActiveCallCountsProps, 'counts'>) {
  const { timeZone } = useKit()
  const peak = usePeak(counts?.calls)
  if (!counts || !peak) return <p className={styles.totals} />
  const { calls, answered, calls_per_second } = counts
  return (
    <p className={styles.totals}>
      <span>
        <b>{formatDecimal(calls)}</b> {calls === 1 ? 'call' : 'calls'}
      </span>
      <span>
        <b>{formatDecimal(answered)}</b> answered
      </span>
      <span title="Average of the last 10 seconds">
        <b>{calls_per_second.toFixed(1)}</b> new calls per second
      </span>
      <span title="Peak since this page was opened">
        Peak <b>{formatDecimal(peak.value)}</b> at {formatTime(peak.at, timeZone)}
      </span>
    </p>
  )
}

interface GroupButtonProps {
  readonly group: Group
  /** All calls, against which a group without a limit is measured. */
  readonly of: number
  readonly isChosen: boolean
  readonly onClick: () => void
}

const NEARLY_FULL = 0.9

function levelOf({ load, channel_limit }: Group): 'full' | 'nearly' | undefined {
  if (channel_limit === null || load < channel_limit * NEARLY_FULL) return undefined
  return load >= channel_limit ? 'full' : 'nearly'
}

function hintOf({ load, channel_limit }: Group, of: number): string {
  const share = (load / Math.max(1, channel_limit ?? of)) * 100
  const percent = `${share.toFixed(share < 10 ? 1 : 0)} %`
  if (channel_limit === null) return `${count(load, 'call', 'calls')}, ${percent} of all`
  return `${formatDecimal(load)} of ${count(channel_limit, 'channel', 'channels')}, ${percent}`
}

function GroupButton({ group, of, isChosen, onClick }: GroupButtonProps) {
  const { name, calls, answered, load, channel_limit } = group
  const level = levelOf(group)
  return (
    <UnstyledButton
      className={styles.group}
      aria-pressed={isChosen}
      data-level={level}
      title={`${name}: ${hintOf(group, of)}`}
      onClick={onClick}
    >
      <span
        className={styles.bar}
        style={{ width: `${Math.min(1, load / Math.max(1, channel_limit ?? of)) * 100}%` }}
        aria-hidden
      />
      <span className={styles.name}>{name}</span>
      <span>
        {calls !== load && (
          <>
            <b>{formatDecimal(calls)}</b> <span className="muted">of</span>{' '}
          </>
        )}
        <b>{formatDecimal(load)}</b>
        <span className="muted">
          {channel_limit !== null && ` / ${formatDecimal(channel_limit)}`} ·{' '}
          {level === 'full' ? 'full' : `${formatDecimal(answered)} answered`}
        </span>
      </span>
    </UnstyledButton>
  )
}
