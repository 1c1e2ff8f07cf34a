// An instant, typed or picked as the clock in the user's time zone shows it.
import { useState } from 'react'
import { useKit } from '../Kit.tsx'
import { formatDate, NONE } from '../values/format.ts'
import { fromWallClock, toWallClock } from '../wall-clock.ts'
import { useFieldLabel } from './field-labels.ts'
import { MomentInput, type MomentInputProps } from './MomentInput.tsx'
import { readMoment, writeMoment } from './moment.ts'
import { useFieldValue } from './use-field-value.ts'

export interface DateTimeFieldProps extends Omit<MomentInputProps, 'text' | 'onText' | 'onPick'> {
  readonly value?: string | null
  readonly defaultValue?: string | null
  /** An instant in UTC, or null when the field is empty; what is none stays as it was typed. */
  readonly onChange?: (value: string | null) => void
}

export function DateTimeField({ value, defaultValue, onChange, ...rest }: DateTimeFieldProps) {
  const kit = useKit()
  const { timeZone, dateFormat } = kit
  const [current, change] = useFieldValue<string | null>({ value, defaultValue, onChange }, null)
  const read = (text: string): string | null => {
    const wall = readMoment(text, dateFormat)
    if (wall) return fromWallClock(wall, timeZone) ?? text
    return text.trim() || null
  }
  const write = (at: string | null): string =>
    at === null || Number.isNaN(Date.parse(at))
      ? (at ?? '')
      : writeMoment(toWallClock(at, timeZone), dateFormat)
  const [typed, setTyped] = useState(() => write(current))
  useFieldLabel(rest.name, (at) =>
    typeof at === 'string' ? `${formatDate(at, 'second', kit)} ${timeZone}` : NONE,
  )
  return (
    <MomentInput
      description={timeZone}
      {...rest}
      // A value that came from elsewhere counts before what was typed last.
      text={isSameInstant(read(typed), current) ? typed : write(current)}
      onText={(text) => {
        setTyped(text)
        change(read(text))
      }}
    />
  )
}

const isSameInstant = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b))
