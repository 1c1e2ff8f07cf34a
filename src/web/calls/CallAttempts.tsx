// Each gateway that was tried, in order, with what it said.
import { Link } from '@tanstack/react-router'
import type { CallRecord } from '#contract/call-records.ts'
import { paths } from '../areas/paths.ts'
import { formatDuration, formatPrice, formatTime, NONE } from '../ui/format.ts'
import { useKit } from '../ui/Kit.tsx'
import { causeWords, sipMeaning, sipWords } from './sip-codes.ts'
import styles from './WholeCall.module.css'

export function CallAttempts({ attempts }: { attempts: readonly CallRecord[] }) {
  const { timeZone } = useKit()
  const tried = attempts.filter((attempt) => attempt.gateway_address !== null)
  if (tried.length === 0) return <p className="muted">No gateway was tried.</p>
  const time = (at: string | null) => (at === null ? NONE : formatTime(at, timeZone))
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Gateway</th>
            <th scope="col">Address</th>
            <th scope="col">Sent number</th>
            <th scope="col">Answer</th>
            <th scope="col">Ringing</th>
            <th scope="col">Answered</th>
            <th scope="col">Ended</th>
            <th scope="col">PDD</th>
            <th scope="col">Talked</th>
            <th scope="col">Buy rate</th>
          </tr>
        </thead>
        <tbody>
          {tried.map((attempt) => (
            <tr key={attempt.attempt_no}>
              <td>{attempt.attempt_no}</td>
              <td>
                {attempt.gateway_id === null ? (
                  'telephone'
                ) : (
                  <Link to={paths.admin.gateways.edit(attempt.gateway_id)}>
                    {attempt.gateway_name}
                  </Link>
                )}
              </td>
              <td className="mono">{attempt.gateway_address ?? NONE}</td>
              <td className="mono">{attempt.sent_number || NONE}</td>
              <td title={explain(attempt)}>
                {attempt.sip_code === null ? NONE : sipWords(attempt.sip_code)}
              </td>
              <td>{time(attempt.progress_at)}</td>
              <td>{time(attempt.answered_at)}</td>
              <td>{time(attempt.ended_at)}</td>
              <td>{attempt.pdd_ms === null ? NONE : `${attempt.pdd_ms} ms`}</td>
              <td>{attempt.answered_at ? formatDuration(attempt.duration_ms / 1000) : NONE}</td>
              <td>{formatPrice(attempt.buy_rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function explain({ sip_code, q850_cause }: CallRecord): string {
  const meaning = sip_code === null ? undefined : sipMeaning(sip_code)
  const cause = q850_cause === null ? undefined : `Cause ${causeWords(q850_cause)}.`
  return [meaning, cause].filter(Boolean).join(' ')
}
