// How a call ended, how long it lasted, and why it failed.
import type { CallRecord } from '#contract/calls/call-records.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { formatDuration } from '../ui/values/format.ts'
import { RESULTS } from './call-labels.ts'
import styles from './WholeCall.module.css'

interface CallResultProps {
  readonly call: Pick<CallRecord, 'status' | 'answered_at' | 'duration_ms'>
  readonly why: string | undefined
}

export function CallResult({ call, why }: CallResultProps) {
  const { word, tone } = RESULTS[call.status]
  return (
    <p className={styles.result}>
      <StatusDot tone={tone}>
        <strong>{word}</strong>
      </StatusDot>
      {call.answered_at !== null && <b>{formatDuration(call.duration_ms / 1000)}</b>}
      {why && <span>{why}</span>}
    </p>
  )
}
