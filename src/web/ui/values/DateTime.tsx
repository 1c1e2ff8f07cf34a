import { useKit } from '../Kit.tsx'
import { type DateStyle, formatDate, formatDateInWords, NONE } from './format.ts'

/** An instant in the user's time zone; the tooltip has both, and the seconds of a short one. */
export function DateTime({ at, style = 'second' }: { at: string | null; style?: DateStyle }) {
  const kit = useKit()
  if (at === null) return NONE
  const inWords = formatDateInWords(at, 'long', kit.timeZone)
  const exact = style === 'second' ? inWords : `${inWords} (${formatDate(at, 'second', kit)})`
  return (
    <time dateTime={at} title={`${exact} ${kit.timeZone}`}>
      {formatDate(at, style, kit)}
    </time>
  )
}
