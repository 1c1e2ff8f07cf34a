import type { SipMessage } from '#contract/calls/sip-messages.ts'
import { splitMessage } from '#core/sip-trace/read-message.ts'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { offsetText } from './offset-text.ts'
import styles from './TracedLadder.module.css'

interface MessageTextProps {
  readonly id: string
  readonly message: SipMessage & { readonly from: string; readonly to: string }
  readonly times: readonly number[]
}

/** The message as it was on the wire, with its headers in sight. */
export function MessageText({ id, message, times }: MessageTextProps) {
  const { text, summary, is_cut } = message
  return (
    <section id={id} className={styles.message} aria-label={`Text of ${summary}`}>
      <p>
        <DateTime at={message.at} />, {message.transport},{' '}
        <span className="mono">
          {message.from} → {message.to}
        </span>
        {times.length > 1 && <>, sent again at {times.slice(1).map(offsetText).join(', ')}</>}{' '}
        {text && <CopyText text={text} label="Copy message" />}
      </p>
      {text ? (
        <Text text={text} />
      ) : (
        <p className="muted">The text has whole numbers, of which digits are hidden from you.</p>
      )}
      {is_cut && <p className="muted">The message was larger: its end was not kept.</p>}
    </section>
  )
}

function Text({ text }: { text: string }) {
  const { start, head, body } = splitMessage(text)
  return (
    <pre>
      <strong>{start}</strong>
      {'\n'}
      {head.map(({ name, rest }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place.
        <span key={i}>
          <b>{name}</b>
          {rest}
          {'\n'}
        </span>
      ))}
      {body && `\n${body}`}
    </pre>
  )
}
