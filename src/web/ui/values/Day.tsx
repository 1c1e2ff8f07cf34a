// A calendar day, which is the same in every time zone, in the date format of the switch.
import { writeDay } from '#core/time/date-format.ts'
import { useKit } from '../Kit.tsx'
import { formatDateInWords, NONE } from './format.ts'

export function Day({ on }: { on: string | null }) {
  const { dateFormat } = useKit()
  if (on === null) return NONE
  return (
    <time dateTime={on} title={formatDateInWords(on, 'short', 'UTC')} className="tabular">
      {writeDay(on, dateFormat)}
    </time>
  )
}
