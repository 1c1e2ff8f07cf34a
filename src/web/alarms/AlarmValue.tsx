import type { Alarm } from '#contract/alarms/alarms.ts'
import { parseMoney } from '#core/money.ts'
import { alarmValue } from '../fields/alarm-labels.ts'
import { Amount } from '../ui/values/Amount.tsx'

export interface AlarmValueProps {
  readonly alarm: Alarm
  readonly of: 'first_value' | 'last_value' | 'worst_value'
}

/** In its unit; an amount as its sentence says it, with all decimals in a tooltip. */
export function AlarmValue({ alarm, of }: AlarmValueProps) {
  const { unit, currency, [of]: text } = alarm
  const amount = unit === 'MONEY' ? parseMoney(text) : undefined
  if (amount === undefined) return alarmValue(unit, text)
  return <Amount value={amount} currency={currency} places={2} />
}
