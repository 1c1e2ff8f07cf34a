// A chart over time: drawn on a canvas, named for those who cannot see it, and there as a table.
import 'uplot/dist/uPlot.min.css'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import uPlot from 'uplot'
import { formatDate, formatTime } from '../format.ts'
import { useKit, useTokens } from '../Kit.tsx'
import type { AccentName, Tokens } from '../theme/tokens.ts'
import styles from './Chart.module.css'

export interface Series {
  readonly label: string
  /** Null is a gap, not zero. */
  readonly values: readonly (number | null)[]
  readonly tone: AccentName
  /** Of the second axis, on the right. */
  readonly right?: boolean
  readonly dashed?: boolean
  readonly filled?: boolean
}

interface ChartProps {
  readonly title: string
  /** Such as "a point per quarter of an hour". */
  readonly note?: string
  /** Instants of the points. */
  readonly times: readonly string[]
  readonly series: readonly Series[]
  readonly format?: (value: number) => string
  readonly formatRight?: (value: number) => string
  readonly height?: number
  readonly tools?: ReactNode
  /** The last point still grows: it is drawn dotted, and the legend names the one before. */
  readonly unfinished?: boolean
}

const plain = (value: number) => value.toLocaleString('en-US')

export function Chart(props: ChartProps) {
  const { title, note, series, height = 220 } = props
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const last = series.map((one) => `${one.label} ${lastText(one, props)}`).join(', ')
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
      <div className={styles.legend}>
        {series.map((one) => (
          <span key={one.label} data-tone={one.tone} data-dashed={one.dashed || undefined}>
            {one.label} <b>{lastText(one, props)}</b>
          </span>
        ))}
      </div>
      {asTable ? (
        <DataTable {...props} />
      ) : (
        <div role="img" aria-label={`${title}: ${last}`} style={{ height }}>
          <Canvas {...props} height={height} />
        </div>
      )}
    </section>
  )
}

const formatOf = (one: Series, props: ChartProps) =>
  (one.right ? props.formatRight : props.format) ?? plain

function lastText(one: Series, props: ChartProps): string {
  const finished = props.unfinished ? one.values.slice(0, -1) : one.values
  const value = finished.findLast((point) => point !== null)
  return value === undefined || value === null ? '–' : formatOf(one, props)(value)
}

function DataTable(props: ChartProps) {
  const { timeZone } = useKit()
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
                {formatDate(time, 'iso', timeZone).slice(0, 16)}
                {props.unfinished && i === props.times.length - 1 && ' (unfinished)'}
              </td>
              {props.series.map((one) => {
                const value = one.values[i]
                return <td key={one.label}>{value == null ? '–' : formatOf(one, props)(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Canvas(props: ChartProps & { height: number }) {
  const { timeZone } = useKit()
  const tokens = useTokens()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const data = dataOf(props)
  const latest = useRef(data)
  latest.current = data
  // The plot is made anew for what changes its looks; new points only flow in.
  const shape = props.series
    .map((one) => [one.label, one.tone, one.right, one.dashed].join())
    .join()
  const { height, series, format, formatRight, unfinished = false } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for the series.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const options = optionsOf({ series, format, formatRight, unfinished, tokens, timeZone })
    const width = element.clientWidth
    const made = new uPlot({ ...options, width, height }, latest.current, element)
    plot.current = made
    const observer = new ResizeObserver(() => {
      made.setSize({ width: element.clientWidth, height })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
    }
  }, [shape, tokens, timeZone, height])

  useEffect(() => {
    plot.current?.setData(data)
  }, [data])

  return <div ref={box} />
}

/** Of an unfinished series the last stretch is a series of its own, which is drawn dotted. */
function dataOf({ times, series, unfinished }: ChartProps): uPlot.AlignedData {
  const last = times.length - 1
  const lines = series.map(({ values }) =>
    values.map((value, i) => (unfinished && i === last ? null : value)),
  )
  const ends = series.map(({ values }) => values.map((value, i) => (i >= last - 1 ? value : null)))
  return [times.map((time) => Date.parse(time) / 1000), ...lines, ...(unfinished ? ends : [])]
}

interface Look {
  readonly series: readonly Series[]
  readonly format: ChartProps['format']
  readonly formatRight: ChartProps['formatRight']
  readonly unfinished: boolean
  readonly tokens: Tokens
  readonly timeZone: string
}

function optionsOf(look: Look): Omit<uPlot.Options, 'width' | 'height'> {
  const { series, tokens, timeZone } = look
  const axis = { stroke: tokens.muted, font: '11px system-ui', ticks: { show: false } }
  const grid = { stroke: tokens.border, width: 1 }
  const values =
    (format = plain) =>
    (_: uPlot, ticks: number[]) =>
      ticks.map(format)
  // As wide as the longest label: the default would cut large amounts.
  const size = (_: uPlot, labels: string[] | null) =>
    12 + 6.5 * Math.max(3, ...(labels ?? []).map((label) => label.length))
  const fromZero: uPlot.Range.Function = (_, min, max) => [
    Math.min(0, min ?? 0),
    (max ?? 0) * 1.06 || 4,
  ]
  return {
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone),
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    padding: [8, 8, 0, 0],
    scales: { y: { range: fromZero }, right: { range: fromZero } },
    axes: [
      { ...axis, grid: { show: false }, size: 26, values: timeLabels(timeZone) },
      { ...axis, grid, values: values(look.format), size },
      {
        ...axis,
        scale: 'right',
        side: 1,
        show: series.some((one) => one.right),
        grid: { show: false },
        values: values(look.formatRight),
        size,
      },
    ],
    series: [
      {},
      ...series.map((one) => lineOf(one, look)),
      ...(look.unfinished
        ? series.map((one) => lineOf({ ...one, dashed: true, filled: false }, look))
        : []),
    ],
  }
}

function lineOf(one: Series, { tokens }: Look): uPlot.Series {
  const color = tokens.accents[one.tone].text
  return {
    label: one.label,
    scale: one.right ? 'right' : 'y',
    stroke: color,
    width: 1.5,
    points: { show: true, size: 5, filter: lonelyPoints },
    ...(one.dashed ? { dash: [3, 4] } : {}),
    ...(one.filled ? { fill: `${color}22` } : {}),
  }
}

/** A value between two gaps has no line to either side: only a dot can show it. */
const lonelyPoints: uPlot.Series.Points.Filter = (plot, at) => {
  const values = plot.data[at] ?? []
  return [...values.keys()].filter(
    (i) => values[i] != null && values[i - 1] == null && values[i + 1] == null,
  )
}

const DAY_SECONDS = 86_400

/** The time of day; the date where a day or more lies between two of them. */
const timeLabels = (timeZone: string) => (_: uPlot, ticks: number[]) => {
  const [first = 0, second = 0] = ticks
  const isByDay = second - first >= DAY_SECONDS
  return ticks.map((tick) => {
    const at = new Date(tick * 1000)
    return isByDay
      ? formatDate(at, 'iso', timeZone).slice(5, 10)
      : formatTime(at, timeZone).slice(0, 5)
  })
}
