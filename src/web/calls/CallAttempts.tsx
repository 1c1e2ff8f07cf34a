// Each gateway that was tried, in order, with what it said and how long it took.

import type { CallRecord } from '#contract/calls/call-records.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useSees } from '../session/session.ts'
import { useKit } from '../ui/Kit.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { Price } from '../ui/values/Amount.tsx'
import { formatDuration, formatTime, NONE } from '../ui/values/format.ts'
import { attemptLabel } from './call-labels.ts'
import { causeLabel, sipMeaning } from './sip-codes.ts'
import styles from './WholeCall.module.css'

const COLUMNS = [
  ...['Gateway', 'Address', 'Sent number', 'Result', 'Time'],
  ...['Sent', 'Ringing', 'Answered', 'Ended', 'PDD', 'Duration'],
]

export function CallAttempts({ attempts }: { attempts: readonly CallRecord[] }) {
  const { timeZone } = useKit()
  // A settlement account sees its own rate only.
  const rate = useSees('caller_side') ? 'Buy rate' : 'Rate'
  // Nor does it learn how many were tried before it.
  const isNumbered = useSees('operations')
  const tried = attempts.filter((attempt) => attempt.gateway_address !== null)
  if (tried.length === 0) return <p className="muted">No gateway attempted.</p>
  const time = (at: string | null) => (at === null ? NONE : formatTime(at, timeZone))
  return (
    <ScrollBox label="Attempts">
      <table className={styles.table}>
        <TableHead columns={[...(isNumbered ? ['#'] : []), ...COLUMNS, rate]} />
        <tbody>
          {tried.map((attempt) => (
            <tr key={attempt.sent_at ?? attempt.ended_at}>
              {isNumbered && <td>{attempt.attempt_no}</td>}
              <td>
                {attempt.gateway_id === null ? (
                  'SIP user'
                ) : (
                  <Link to={paths.admin.gateways.edit(attempt.gateway_id)}>
                    {attempt.gateway_name}
                  </Link>
                )}
              </td>
              <td className="mono">{attempt.gateway_address ?? NONE}</td>
              <td className="mono">{attempt.sent_number || NONE}</td>
              <td title={explain(attempt)}>{attemptLabel(attempt)}</td>
              <td>{milliseconds(tookMs(attempt))}</td>
              <td>{time(attempt.sent_at)}</td>
              <td>{time(attempt.progress_at)}</td>
              <td>{time(attempt.answered_at)}</td>
              <td>{time(attempt.ended_at)}</td>
              <td>{milliseconds(attempt.pdd_ms)}</td>
              <td>{attempt.answered_at ? formatDuration(attempt.duration_ms / 1000) : NONE}</td>
              <td>
                <Price value={attempt.buy_rate} currency={attempt.buy_rate_currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const milliseconds = (ms: number | null) => (ms === null ? NONE : `${ms} ms`)

/** From the INVITE to the gateway until it answered, or the attempt was over without that. */
function tookMs({ sent_at, answered_at, ended_at }: CallRecord): number | null {
  return sent_at === null ? null : Date.parse(answered_at ?? ended_at) - Date.parse(sent_at)
}

function explain({ gateway_sip_code: code, gateway_q850_cause: q850 }: CallRecord): string {
  const meaning = code === null ? undefined : sipMeaning(code)
  const cause = q850 === null ? undefined : `Cause ${causeLabel(q850)}.`
  return [meaning, cause].filter(Boolean).join(' ')
}
