import { type DateStyle, formatDate, NONE } from './format.ts'
import { useKit } from './Kit.tsx'

/** An instant in the user's time zone, which the tooltip names, with the exact text of a short one. */
export function DateTime({ at, style = 'iso' }: { at: string | null; style?: DateStyle }) {
  const { timeZone } = useKit()
  if (at === null) return NONE
  const title = style === 'iso' ? timeZone : `${formatDate(at, 'iso', timeZone)} ${timeZone}`
  return (
    <time dateTime={at} title={title}>
      {formatDate(at, style, timeZone)}
    </time>
  )
}
