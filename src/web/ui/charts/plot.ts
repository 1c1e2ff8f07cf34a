// How a chart is drawn: its axes, lines and colours, as the drawing library wants to have them.
import uPlot from 'uplot'
import type { AccentName, Tokens } from '../theme/tokens.ts'
import { type DateLook, formatDate, formatDecimal, formatTime } from '../values/format.ts'

/**
 * Colours that no brand changes: a configured one may be like that of the line beside it.
 */
type SeriesTone = Extract<AccentName, 'info' | 'success' | 'warning' | 'danger'>

export interface Series {
  readonly label: string
  /** Null is a gap, not zero. */
  readonly values: readonly (number | null)[]
  readonly tone: SeriesTone
  /** Uses the second axis, on the right. */
  readonly right?: boolean
  readonly dashed?: boolean
  readonly filled?: boolean
}

export interface PlotData {
  /** Instants of the points. */
  readonly times: readonly string[]
  readonly series: readonly Series[]
  /** The last point still grows: it is drawn dashed. */
  readonly unfinished: boolean
}

/** The last stretch of an unfinished series is a series of its own, which is drawn dashed. */
export function dataOf({ times, series, unfinished }: PlotData): uPlot.AlignedData {
  const last = times.length - 1
  const lines = series.map(({ values }) =>
    values.map((value, i) => (unfinished && i === last ? null : value)),
  )
  const ends = series.map(({ values }) => values.map((value, i) => (i >= last - 1 ? value : null)))
  return [times.map((time) => Date.parse(time) / 1000), ...lines, ...(unfinished ? ends : [])]
}

export interface Look extends Omit<PlotData, 'times'> {
  readonly format: ((value: number) => string) | undefined
  readonly formatRight: ((value: number) => string) | undefined
  readonly tokens: Tokens
  readonly timeZone: string
  readonly dateFormat: DateLook['dateFormat']
  /** A stretch can be marked by dragging over it. */
  readonly marks: boolean
}

/** Shorter ways of the pointer are a click. */
const DRAG_PX = 8

export function optionsOf(look: Look): Omit<uPlot.Options, 'width' | 'height'> {
  const { series, tokens, timeZone, marks } = look
  const axis = { stroke: tokens.muted, font: '11px system-ui', ticks: { show: false } }
  const grid = { stroke: tokens.border, width: 1 }
  const values =
    (format = formatDecimal) =>
    (_: uPlot, ticks: number[]) =>
      ticks.map((tick) => format(tick))
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
    cursor: {
      y: false,
      points: { size: 6 },
      drag: { x: marks, y: false, setScale: false, dist: DRAG_PX, click: () => undefined },
    },
    // On the right there is room for half of the last time, and without times, which are drawn
    // below, for half of the lowest value.
    padding: [8, 20, bottomPadding, 0],
    scales: { x: { range: timeRange }, y: { range: fromZero }, right: { range: fromZero } },
    axes: [
      { ...axis, grid: { show: false }, size: 26, values: timeLabels(look) },
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

/** uPlot calls this before it has data, too. */
const bottomPadding = ({ data }: Partial<Pick<uPlot, 'data'>>): number =>
  data !== undefined && data[0].length > 0 ? 0 : 8

function lineOf(one: Series, { tokens }: Look): uPlot.Series {
  const color = tokens.accents[one.tone].text
  return {
    label: one.label,
    scale: one.right ? 'right' : 'y',
    stroke: color,
    width: 1.5,
    points: { show: true, size: 5, filter: isolatedPoints },
    ...(one.dashed ? { dash: [3, 4] } : {}),
    ...(one.filled ? { fill: `${color}22` } : {}),
  }
}

/** A value between two gaps has no line to either side: only a dot can show it. */
const isolatedPoints: uPlot.Series.Points.Filter = (plot, at) => {
  const values = plot.data[at] ?? []
  return [...values.keys()].filter(
    (i) => values[i] != null && values[i - 1] == null && values[i + 1] == null,
  )
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

/** Around a single point an hour to both sides: the default is days. */
const timeRange: uPlot.Range.Function = (_, min, max) =>
  min !== null && min === max ? [min - HOUR_SECONDS, max + HOUR_SECONDS] : [min, max]

/** The time of day; the date where a day or more lies between two of them. */
const timeLabels = (look: DateLook) => (_: uPlot, ticks: number[]) => {
  const [first = 0, second = 0] = ticks
  const isByDay = second - first >= DAY_SECONDS
  return ticks.map((tick) => {
    const at = new Date(tick * 1000)
    return isByDay ? formatDate(at, 'day_of_year', look) : formatTime(at, look.timeZone).slice(0, 5)
  })
}
