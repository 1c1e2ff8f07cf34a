// The current state of a gateway, as a dot and a word with the rest in the tooltip.
import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Gateway } from '#contract/routing/gateways.ts'
import { formatPercent, type Percent } from '#core/money.ts'
import { labelFor } from '../ui/form/labels.ts'
import { useKit } from '../ui/Kit.tsx'
import { StatusDot, type Tone } from '../ui/values/Badge.tsx'
import {
  type DateLook,
  formatDate,
  formatDecimal,
  formatDuration,
  formatPercentOf,
  formatTime,
  NONE,
} from '../ui/values/format.ts'
import { PING_STATES, PING_TONES, REASONS, REGISTRATION } from './gateway-labels.ts'

function Hinted({ hint, tone, children }: { hint: string; tone: Tone; children: ReactNode }) {
  const dot = <StatusDot tone={tone}>{children}</StatusDot>
  return hint ? (
    <Tooltip label={hint} multiline maw={320}>
      <span>{dot}</span>
    </Tooltip>
  ) : (
    dot
  )
}

const sinceOf = (at: string, look: DateLook): string => ` since ${formatDate(at, 'second', look)}`

export function Ping({ row }: { row: Gateway }) {
  const kit = useKit()
  const { timeZone } = kit
  const { ping_state, ping_since, ping_at, ping_ms, ping_asked_at, options_ping } = row
  if (ping_asked_at) return <span className="muted">pinging…</span>
  const at = ping_at ? `at ${formatTime(ping_at, timeZone)}` : ''
  if (ping_at === null && options_ping !== true) return <span className="muted">not pinged</span>
  const answer = ping_ms === null ? 'No answer' : `Answered in ${formatDecimal(ping_ms)} ms`
  const since = ping_since
    ? ` ${labelFor(PING_STATES, ping_state)}${sinceOf(ping_since, kit)}.`
    : ''
  const hint = ping_at ? `${answer} ${at}.${since}` : ''
  return (
    <Hinted
      hint={options_ping === false ? `${hint} OPTIONS ping is off.` : hint}
      tone={PING_TONES[ping_state]}
    >
      {labelFor(PING_STATES, ping_state)}
      {ping_state === 'UP' && ping_ms !== null && (
        <span className="muted"> {formatDecimal(ping_ms)} ms</span>
      )}
    </Hinted>
  )
}

export function Registration({ row }: { row: Gateway }) {
  const kit = useKit()
  const { timeZone } = kit
  // Users who do not see the configuration see whether it is registered.
  if (!(row.register ?? row.registration_state !== 'OFF')) return NONE
  const { word, tone } = REGISTRATION[row.registration_state]
  const { registered_until: until, registration_since: since } = row
  const hint = [
    since && `${word}${sinceOf(since, kit)}.`,
    until && `Until ${formatTime(until, timeZone)}.`,
  ]
  return (
    <Hinted hint={hint.filter(Boolean).join(' ')} tone={tone}>
      {word}
    </Hinted>
  )
}

/** Locked, probing, paused, or of bad quality: all that keeps calls away. */
export function Lock({ row }: { row: Gateway }) {
  const kit = useKit()
  const { timeZone, now } = kit
  const { lock_state, lock_reason, unlock_at, locked_at, paused_until, broken_limit } = row
  const reason = lock_reason ? ` ${REASONS[lock_reason]}` : ''
  const since = locked_at ? sinceOf(locked_at, kit) : ''
  if (lock_state === 'LOCKED') {
    const until = unlock_at ? `Probing starts at ${formatTime(unlock_at, timeZone)}.` : ''
    return (
      <Hinted hint={`Locked${reason}${since}. ${until}`} tone="danger">
        Locked
      </Hinted>
    )
  }
  if (lock_state === 'PROBING') {
    const share = row.probe_percent && formatPercent(row.probe_percent)
    const part = share ? ` Gets ${share} % of its share of calls.` : ''
    return (
      <Hinted hint={`Was locked${reason}${since}.${part}`} tone="warning">
        Probing
      </Hinted>
    )
  }
  if (paused_until && Date.parse(paused_until) > now()) {
    return (
      <Hinted
        hint={`Paused by Retry-After until ${formatTime(paused_until, timeZone)}.`}
        tone="warning"
      >
        Paused
      </Hinted>
    )
  }
  if (broken_limit) {
    const last = row.quality_action === 'DEPRIORITISE' ? ' Tried last.' : ''
    return (
      <Hinted hint={`${REASONS[broken_limit]}: ${judgedText(row)}.${last}`} tone="warning">
        Poor
      </Hinted>
    )
  }
  return <span className="muted">open</span>
}

/** Measured percentages are shown with one decimal, as everywhere. */
const shareOf = (percent: Percent): number => percent / 1_000_000

/** The figures by which it is judged, in one line. */
export function judgedText(row: Gateway): string {
  const { judged_calls, judged_asr, judged_acd_seconds, judged_pdd_ms, judged_short_call_ratio } =
    row
  if (judged_calls === 0) return 'no calls yet'
  return [
    `${formatDecimal(judged_calls)} calls`,
    judged_asr !== null && `ASR ${formatPercentOf(shareOf(judged_asr))}`,
    judged_acd_seconds !== null && `ACD ${formatDuration(judged_acd_seconds, 'minutes')}`,
    judged_pdd_ms !== null && `PDD ${secondsOf(judged_pdd_ms)}`,
    judged_short_call_ratio !== null &&
      `${formatPercentOf(shareOf(judged_short_call_ratio))} short`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
