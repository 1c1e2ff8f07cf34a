// The cost and the margin of a target for the prefix of its rule, and the state of its gateway.
import type { ReactNode } from 'react'
import type { Gateway } from '#contract/routing/gateways.ts'
import { useSees } from '../session/session.ts'
import { StatusDot, type Tone } from '../ui/values/Badge.tsx'
import {
  count,
  formatDecimal,
  formatDuration,
  formatPercentOf,
  formatPrice,
  NONE,
} from '../ui/values/format.ts'
import type { TargetValues } from './plan-values.ts'
import styles from './TargetFigures.module.css'
import type { RuleTargetFigures as Figures, Prices, TargetPrices } from './use-target-figures.ts'

interface TargetFiguresProps {
  readonly target: TargetValues
  readonly prefix: string
  readonly figures: Figures
}

export function TargetFigures({ target, prefix, figures }: TargetFiguresProps) {
  const { prices, states } = figures
  const rows = prices?.targets.filter((one) =>
    target.gateway_group_id === null
      ? one.gateway_group_id === null && one.gateway_id === target.gateway_id
      : one.gateway_group_id === target.gateway_group_id,
  )
  if (!prices || !rows || rows.length === 0) return null
  return (
    <div className={styles.gateways}>
      {rows.map((row) => (
        <dl key={row.gateway_id} className={styles.figures} aria-label={`Now: ${row.gateway_name}`}>
          {target.gateway_group_id !== null && <dt className={styles.name}>{row.gateway_name}</dt>}
          <Money row={row} prefix={prefix} prices={prices} />
          <State gateway={states.get(row.gateway_id)} />
        </dl>
      ))}
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly title?: string
  readonly children: ReactNode
}

const Figure = ({ label, title, children }: FigureProps) => (
  <div title={title}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

interface MoneyProps {
  readonly row: TargetPrices
  readonly prefix: string
  readonly prices: Prices
}

function Money({ row: { buy, margin, settlement_name }, prefix, prices }: MoneyProps) {
  const seesCost = useSees('purchase')
  const seesMargin = useSees('earnings')
  if (!seesCost) return null
  const perMinute = `${prices.currency} per minute`
  return (
    <>
      <Figure label="Buy" title={`Of ${settlement_name}, ${perMinute}`}>
        {buy ? (
          <>
            {formatPrice(buy.lowest)}
            {buy.highest > buy.lowest && `–${formatPrice(buy.highest)}`}
            {buy.prefix !== prefix && buy.prefix !== null && (
              <span className="muted"> by {buy.prefix || 'the empty prefix'}</span>
            )}
            {buy.longer > 0 && (
              <span className="muted">
                {' '}
                {count(buy.longer, 'longer prefix', 'longer prefixes')}
              </span>
            )}
          </>
        ) : (
          <span className="danger">no rate</span>
        )}
      </Figure>
      {seesMargin && prices.sell && (
        <Figure label="Margin" title={`The lowest of all prefixes, ${perMinute}`}>
          <span className={margin !== null && margin < 0 ? 'danger' : undefined}>
            {formatPrice(margin)}
          </span>
        </Figure>
      )}
    </>
  )
}

/** With fewer calls the share means little. */
const MIN_CALLS = 30
const PERCENT = 1_000_000

function State({ gateway }: { gateway: Gateway | undefined }) {
  if (!gateway) return null
  const { judged_calls, judged_asr, judged_acd_seconds, quality_window_hours } = gateway
  const { active_calls, channel_limit } = gateway
  const { tone, word } = stateOf(gateway)
  return (
    <>
      <Figure label="ASR" title={`Of the last ${quality_window_hours} h`}>
        {judged_asr === null ? (
          NONE
        ) : (
          <span className={judged_calls < MIN_CALLS ? 'muted' : undefined}>
            {formatPercentOf(judged_asr / PERCENT)}{' '}
            <span className="muted">of {formatDecimal(judged_calls)}</span>
          </span>
        )}
      </Figure>
      <Figure label="ACD">{formatDuration(judged_acd_seconds, 'minutes')}</Figure>
      <Figure label="Calls now">
        {formatDecimal(active_calls)}
        {channel_limit !== null && ` / ${formatDecimal(channel_limit)}`}
      </Figure>
      <Figure label="Ping">
        <StatusDot tone={tone}>{word}</StatusDot>
      </Figure>
    </>
  )
}

/** States that keep calls away come first. */
function stateOf(gateway: Gateway): { tone: Tone; word: string } {
  const { lock_state, ping_state, ping_ms, paused_until, broken_limit } = gateway
  if (lock_state === 'LOCKED') return { tone: 'danger', word: 'locked' }
  if (ping_state === 'DOWN') return { tone: 'danger', word: 'down' }
  if (lock_state === 'PROBING') return { tone: 'warning', word: 'probing' }
  if (paused_until !== null) return { tone: 'warning', word: 'paused' }
  if (broken_limit) return { tone: 'warning', word: 'poor' }
  if (ping_state === 'UNKNOWN') return { tone: 'neutral', word: 'not pinged' }
  return { tone: 'success', word: ping_ms === null ? 'up' : `up ${formatDecimal(ping_ms)} ms` }
}

interface ShorterPrefixesProps {
  readonly prices: Prices | undefined
}

/** Targets that are the cheapest only because their rate is that of a shorter prefix. */
export function ShorterPrefixes({ prices }: ShorterPrefixesProps) {
  const seesCost = useSees('purchase')
  const warnings = seesCost ? (prices?.shorter_prefixes ?? []) : []
  if (warnings.length === 0) return null
  return (
    <div className={styles.warnings} role="note">
      {warnings.map(({ gateway_name, prefix, rate, at, count: won, other }) => (
        <p key={gateway_name}>
          {gateway_name} is the cheapest for {at} by its rate for the shorter prefix{' '}
          {prefix || '(all)'}: {formatPrice(rate)}. {other.gateway_name} has{' '}
          {formatPrice(other.rate)} for {other.prefix}.
          {won > 1 && ` The same for ${count(won - 1, 'other', 'others')}.`}
        </p>
      ))}
    </div>
  )
}

/** Whose rate the margins are compared with. */
export function SoldFor({ prices }: ShorterPrefixesProps) {
  const seesSale = useSees('sale')
  if (!seesSale || !prices) return null
  const { sell, currency, is_partial } = prices
  const price = sell && `${formatPrice(sell.lowest)} ${currency} per minute`
  return (
    <p className={`${styles.sold} muted`}>
      {sell
        ? `Cheapest client tariff: ${sell.tariff_name}, ${price}.`
        : 'No client of this plan has a rate for this prefix.'}
      {is_partial && ' Not all longer prefixes were compared: there are too many.'}
    </p>
  )
}
