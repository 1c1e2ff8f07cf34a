// The open hours of a week, a bar for each day. Screen readers get the same as text.

import styles from './TimeWindow.module.css'
import { weekdayName } from './time-window-labels.ts'
import { type RangeValues, type Span, weekOf, writeMinute } from './week.ts'

const DAY = 24 * 60
const share = (minutes: number): string => `${(minutes / DAY) * 100}%`

export function WeekStrip({ ranges }: { ranges: readonly RangeValues[] }) {
  const week = weekOf(ranges)
  const isDated = week.some((spans) => spans.some(({ isSometimes }) => isSometimes))
  return (
    <figure className={styles.week} aria-label="Weekly opening hours">
      <div className={styles.scale} aria-hidden>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour} style={{ insetInlineStart: share(hour * 60) }}>
            {hour}
          </span>
        ))}
      </div>
      {week.map((spans, at) => (
        <Day key={weekdayName(at + 1)} name={weekdayName(at + 1)} spans={spans} />
      ))}
      {isDated && (
        <figcaption className="muted">
          <span className={styles.sample} aria-hidden /> only in some months or on some dates
        </figcaption>
      )}
    </figure>
  )
}

const write = ({ from, till, isSometimes }: Span): string =>
  `${writeMinute(from)} to ${writeMinute(till)}${isSometimes ? ' at times' : ''}`

function Day({ name, spans }: { name: string; spans: readonly Span[] }) {
  return (
    <div className={styles.day}>
      <span>{name.slice(0, 3)}</span>
      <div
        className={styles.bar}
        role="img"
        aria-label={`${name}: ${spans.map(write).join(', ') || 'closed'}`}
      >
        {spans.map((span, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the same hours may occur twice.
            key={at}
            data-sometimes={span.isSometimes || undefined}
            title={write(span)}
            style={{
              insetInlineStart: share(span.from),
              width: share(span.till - span.from),
            }}
          />
        ))}
      </div>
    </div>
  )
}
