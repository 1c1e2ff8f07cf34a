// A chart over time: drawn on a canvas, read by pointer or arrow keys, and there as a table.
import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useKit } from '../Kit.tsx'
import { formatDate, formatDecimal, NONE } from '../values/format.ts'
import { type Stretch, stretchLabel, stretchOf } from './buckets.ts'
import styles from './Chart.module.css'
import { Plot } from './Plot.tsx'
import type { PlotData, Series } from './plot.ts'
import { useSharedPoint } from './shared-point.tsx'

interface ChartProps extends Omit<PlotData, 'unfinished'> {
  readonly title: string
  /** Such as "15 min". */
  readonly note?: string
  readonly format?: (value: number) => string
  readonly formatRight?: (value: number) => string
  readonly height?: number
  readonly tools?: ReactNode
  /** The last point still grows: it is drawn dashed, and the legend names the one before. */
  readonly unfinished?: boolean
  /** Leads to what is behind a point, or behind those that were dragged over. */
  readonly onOpen?: ((stretch: Stretch) => void) | undefined
}

export function Chart(props: ChartProps) {
  const { title, note, times, series, height = 220, unfinished = false, onOpen } = props
  const kit = useKit()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const { at, pointAt } = useSharedPoint()
  const pointed = at === undefined ? -1 : times.indexOf(at)
  // A single point is named even when it still grows.
  const complete = times.length - (unfinished && times.length > 1 ? 2 : 1)
  const shown = pointed >= 0 ? pointed : complete
  const stretch = stretchOf(times, shown)
  const isGrowing = unfinished && shown === times.length - 1
  const open = (from: number, to: number) => {
    const chosen = stretchOf(times, from, to)
    if (chosen) onOpen?.(chosen)
  }
  const words = stretch
    ? `${stretchLabel(stretch, kit)}${isGrowing ? ', unfinished' : ''}`
    : 'nothing yet'
  const spoken = series.map((one) => `${one.label} ${valueText(one, shown, props)}`).join(', ')
  return (
    <section className={`panel ${styles.panel}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note && <span className="muted">{note}</span>}
        <span className={styles.space} />
        {props.tools}
        <Button size="compact-xs" variant="subtle" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'As chart' : 'As table'}
        </Button>
      </div>
      <div className={styles.legend} data-pointed={pointed >= 0 || undefined}>
        {series.map((one) => (
          <span key={one.label} data-tone={one.tone} data-dashed={one.dashed || undefined}>
            {one.label} <b>{valueText(one, shown, props)}</b>
          </span>
        ))}
        <time className={styles.time}>{words}</time>
      </div>
      {asTable ? (
        <DataTable {...props} />
      ) : (
        <div
          role="slider"
          tabIndex={0}
          className={styles.plot}
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, times.length - 1)}
          aria-valuenow={Math.max(0, shown)}
          aria-valuetext={`${words}: ${spoken}`}
          aria-description={onOpen && 'Enter opens the call records of this time.'}
          style={{ height }}
          onBlur={() => pointAt(undefined)}
          onKeyDown={(event) => {
            const to = targetOf(event, shown, times.length)
            if (to !== undefined) pointAt(times[to])
            else if (event.key === 'Enter' && pointed >= 0) open(pointed, pointed)
            else return
            event.preventDefault()
          }}
        >
          <Plot
            times={times}
            series={series}
            unfinished={unfinished}
            format={props.format}
            formatRight={props.formatRight}
            height={height}
            at={pointed >= 0 ? pointed : undefined}
            onPoint={(next) => pointAt(next === undefined ? undefined : times[next])}
            onChoose={onOpen && open}
          />
        </div>
      )}
    </section>
  )
}

const PAGE_POINTS = 8

/** Where an arrow key leads, if it is one. */
function targetOf({ key }: KeyboardEvent, at: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - PAGE_POINTS,
    PageUp: at + PAGE_POINTS,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target))
}

function valueText(one: Series, at: number, props: ChartProps): string {
  const value = one.values[at]
  const format = one.right ? props.formatRight : props.format
  return value == null ? NONE : (format ?? formatDecimal)(value)
}

function DataTable(props: ChartProps) {
  const kit = useKit()
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {props.series.map((one) => (
              <th key={one.label} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.times.map((time, i) => (
            <tr key={time}>
              <td>
                {formatDate(time, 'minute', kit)}
                {props.unfinished && i === props.times.length - 1 && ' (unfinished)'}
              </td>
              {props.series.map((one) => (
                <td key={one.label}>{valueText(one, i, props)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
