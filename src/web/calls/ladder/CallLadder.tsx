import type { CallRecord } from '#contract/calls/call-records.ts'
import { useKit } from '../../ui/Kit.tsx'
import { formatTime } from '../../ui/values/format.ts'
import styles from './CallLadder.module.css'
import { ladderOf, type Message } from './ladder.ts'

/** Sender, message, receiver, and the time since the start. */
export function CallLadder({ attempts }: { attempts: readonly CallRecord[] }) {
  const messages = ladderOf(attempts)
  const begin = Date.parse(messages[0]?.at ?? '')
  return (
    <div className={styles.ladder}>
      <div className={styles.lanes} aria-hidden>
        <span />
        <b>Caller</b>
        <b>Switch</b>
        <b>Gateway</b>
      </div>
      <ol>
        {messages.map((message, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is known by its place.
          <Row key={i} message={message} after_ms={Date.parse(message.at) - begin} />
        ))}
      </ol>
    </div>
  )
}

function Row({ message, after_ms }: { message: Message; after_ms: number }) {
  const { timeZone } = useKit()
  const { at, text, lane, gateway, to_switch } = message
  const other = gateway ?? 'Caller'
  const [from, to] = to_switch ? [other, 'Switch'] : ['Switch', other]
  // The arrow points right when it leaves the caller, or goes to the gateway.
  const isRight = (lane === 'caller') === to_switch
  return (
    <li data-lane={lane} data-right={isRight || undefined}>
      <time dateTime={at} title={formatTime(at, timeZone)}>
        +{(Math.max(0, after_ms) / 1000).toFixed(3)}
      </time>
      <span className={styles.arrow}>
        <span className="visually-hidden">
          {from} to {to}:{' '}
        </span>
        {text}
        {gateway && <span className="muted"> {gateway}</span>}
      </span>
    </li>
  )
}
