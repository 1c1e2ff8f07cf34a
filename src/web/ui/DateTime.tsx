import { type DateStyle, formatDate, NONE } from './format.ts'
import { useKit } from './Kit.tsx'

/** An instant in the server's time zone; the exact text is in the tooltip of the short ones. */
export function DateTime({ at, style = 'iso' }: { at: string | null; style?: DateStyle }) {
  const { timeZone } = useKit()
  if (at === null) return NONE
  const title = style === 'iso' ? undefined : `${formatDate(at, 'iso', timeZone)} ${timeZone}`
  return (
    <time dateTime={at} title={title}>
      {formatDate(at, style, timeZone)}
    </time>
  )
}
