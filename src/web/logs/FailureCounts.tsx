// The failures that match, counted by source, reason and name; each of them narrows the list.
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconShieldOff, IconShieldX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { countAuthFailures, type listAuthFailures } from '#contract/machine/auth-failures.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import styles from '../lists/Counts.module.css'
import type { ListScreen } from '../lists/use-list-screen.ts'
import { BarList } from '../ui/values/BarList.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import { reasonLabel } from './auth-failure-columns.tsx'
import type { useBans } from './use-bans.tsx'

type Counts = z.output<typeof countAuthFailures.answer>
type Counted = Counts['by_reason'][number]
type Source = Counts['by_source'][number]

interface FailureCountsProps {
  readonly list: Pick<ListScreen<typeof listAuthFailures>, 'filters' | 'live' | 'set'>
  readonly bans: Pick<ReturnType<typeof useBans>, 'mayBan' | 'ban' | 'unban'>
}

const EMPTY = 'None in this period.'

const SHOWN_LETTERS = 20
/** Names from outside may have any length. */
const short = (text: string) =>
  text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text

export function FailureCounts({ list, bans }: FailureCountsProps) {
  const counts = useOne(
    countAuthFailures,
    { query: list.filters },
    { keepsLast: true, ...list.live },
  )
  return (
    <Loaded query={counts}>{(data) => <CountBars counts={data} list={list} bans={bans} />}</Loaded>
  )
}

function CountBars({ counts, list, bans }: FailureCountsProps & { readonly counts: Counts }) {
  const barsOf = (rows: readonly Counted[], choose: (value: string) => void, words = short) =>
    rows.map((row) => ({
      key: row.value,
      label: (
        <UnstyledButton
          className={styles.value}
          title={row.value}
          onClick={() => choose(row.value)}
        >
          {words(row.value)}
        </UnstyledButton>
      ),
      value: row.count,
      figures: [formatDecimal(row.count), <DateTime key="last" at={row.last_at} />],
    }))
  const sources = barsOf(counts.by_source, (source_ip) => list.set({ source_ip }))
  return (
    <div className={styles.lists}>
      <BarList
        title="By source"
        columns={['Address', 'Failures', 'Last', ...(bans.mayBan ? ['Ban'] : [])]}
        empty={EMPTY}
        bars={sources.map((bar, at) => ({
          ...bar,
          figures: [...bar.figures, ...banFigures(counts.by_source[at], bans)],
        }))}
      />
      <BarList
        title="By reason"
        columns={['Reason', 'Failures', 'Last']}
        empty={EMPTY}
        bars={barsOf(counts.by_reason, (reason) => list.set({ reason }), reasonLabel)}
      />
      <BarList
        title="By username"
        columns={['Username', 'Failures', 'Last']}
        empty={EMPTY}
        bars={barsOf(counts.by_username, (username) => list.set({ username }))}
      />
    </div>
  )
}

function banFigures(source: Source | undefined, bans: FailureCountsProps['bans']): ReactNode[] {
  if (!bans.mayBan || !source) return []
  const ip = source.value
  const isBanned = source.banned_until !== null
  const label = isBanned ? `Unban ${ip}` : `Ban ${ip}`
  return [
    <Tooltip key="ban" label={label}>
      <ActionIcon
        size={20}
        aria-label={label}
        onClick={() => (isBanned ? void bans.unban(ip) : bans.ban({ ip, reason: 'auth failures' }))}
      >
        {isBanned ? <IconShieldOff size={14} /> : <IconShieldX size={14} />}
      </ActionIcon>
    </Tooltip>,
  ]
}
