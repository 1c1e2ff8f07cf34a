// The ladder of a traced call: a column for each party, an arrow for each message, and between them
// what the switch decided. A line opens to the text of its message.
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useKit } from '../../ui/Kit.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { formatTime } from '../../ui/values/format.ts'
import { MessageText } from './MessageText.tsx'
import { offsetText } from './offset-text.ts'
import styles from './TracedLadder.module.css'
import type { MessageLine, NoteLine, TracedLadder } from './traced-ladder.ts'

const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

export function TracedLadderView({ ladder }: { ladder: TracedLadder }) {
  const { columns, lines } = ladder
  const messages = lines.filter((line) => line.kind === 'message')
  const [current, setCurrent] = useState(0)
  const [open, setOpen] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  const move = (event: KeyboardEvent) => {
    const next = KEYS[event.key]?.(current, messages.length - 1)
    if (next === undefined || !(event.target as HTMLElement).closest('[data-line]')) return
    event.preventDefault()
    setCurrent(next)
    if (open !== undefined) setOpen(next)
    list.current?.querySelectorAll<HTMLElement>('[data-line]')[next]?.focus()
  }
  return (
    <div className={styles.ladder} style={{ '--lanes': columns.length } as CSSProperties}>
      <ScrollBox label="SIP messages">
        <div className={styles.wide}>
          <div className={styles.heads} aria-hidden>
            {columns.map(({ label, address }) => (
              <b key={address ?? ''} title={address ?? label}>
                {label}
              </b>
            ))}
          </div>
          <div className={styles.body}>
            <div className={styles.lanes} aria-hidden>
              {columns.map(({ address }) => (
                <i key={address ?? ''} />
              ))}
            </div>
            <ol ref={list} onKeyDown={move}>
              {lines.map((line, i) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place.
                if (line.kind === 'note') return <Note key={`${i} ${line.text}`} note={line} />
                const place = messages.indexOf(line)
                return (
                  <Message
                    key={`message ${place}`}
                    line={line}
                    ladder={ladder}
                    isCurrent={place === current}
                    isOpen={place === open}
                    onClick={() => {
                      setCurrent(place)
                      setOpen(place === open ? undefined : place)
                    }}
                  />
                )
              })}
            </ol>
          </div>
        </div>
      </ScrollBox>
    </div>
  )
}

function Note({ note: { text, after, is_refusal } }: { note: NoteLine }) {
  return (
    <li className={styles.note} data-refusal={is_refusal}>
      <span className={styles.time}>{after === undefined ? '' : offsetText(after)}</span>
      <span className={styles.decision}>{text}</span>
    </li>
  )
}

interface MessageProps {
  readonly line: MessageLine
  readonly ladder: TracedLadder
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly onClick: () => void
}

function Message({ line, ladder: { columns }, isCurrent, isOpen, onClick }: MessageProps) {
  const { timeZone } = useKit()
  const id = useId()
  const { message, times, from_column, to_column } = line
  const first = Math.min(from_column, to_column)
  const span = Math.abs(to_column - from_column) + 1
  const label = (column: number) => columns[column]?.label
  return (
    <li>
      <button
        type="button"
        data-line
        className={styles.line}
        tabIndex={isCurrent ? 0 : -1}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onClick}
      >
        <time
          className={styles.time}
          dateTime={message.at}
          title={formatTime(message.at, timeZone)}
        >
          {offsetText(times[0] ?? 0)}
        </time>
        <span
          className={styles.arrow}
          data-right={to_column > from_column || undefined}
          data-kind={kindOf(message.summary)}
          style={{ '--first': first + 2, '--span': span } as CSSProperties}
        >
          <span className="visually-hidden">
            {label(from_column)} to {label(to_column)}:{' '}
          </span>
          {message.summary}
          {times.length > 1 && <small> ×{times.length}</small>}
        </span>
      </button>
      {isOpen && <MessageText id={id} message={message} times={times} />}
    </li>
  )
}

/** The number says it already; the colour repeats it. */
function kindOf(summary: string): 'failure' | 'success' | undefined {
  if (/^[4-6]\d\d/.test(summary)) return 'failure'
  return summary.startsWith('2') ? 'success' : undefined
}
