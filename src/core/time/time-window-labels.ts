// The hours of a time window in words, for lists and exports: "Mon–Fri 09:00–17:30".
import type { TimeRange } from './time-window.ts'

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export const MONTHS = [
  ...(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'] as const),
  ...(['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const),
] as const

export const writeRanges = (ranges: readonly TimeRange[]): string =>
  ranges.map(writeRange).join('; ')

function writeRange({ weekdays, from, till, months, days }: TimeRange): string {
  const isAllDay = from === '00:00' && till === '24:00'
  const dates = [
    writeList(months, (month) => MONTHS[month - 1] ?? ''),
    months.length === 0 && days.length > 0 ? 'on day' : '',
    writeList(days, String),
  ]
  const week = writeList(weekdays, (day) => WEEKDAYS[day - 1] ?? '')
  const isEveryDay = week === '' && dates.every((part) => part === '')
  const hours = isAllDay ? 'all day' : `${from}–${till}`
  return [...dates, isEveryDay ? 'every day' : week, hours].filter(Boolean).join(' ')
}

/** Three neighbours and more become a span: 1, 2, 3, 7 is "1–3, 7". */
function writeList(values: readonly number[], write: (value: number) => string): string {
  const spans: [number, number][] = []
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last && last[1] === value - 1) last[1] = value
    else spans.push([value, value])
  }
  const parts = spans.map(([first, last]) => {
    if (first === last) return write(first)
    return `${write(first)}${last - first === 1 ? ', ' : '–'}${write(last)}`
  })
  return parts.join(', ')
}
