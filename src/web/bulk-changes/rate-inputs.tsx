// The fields of rates that can be changed for many of them.

import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { decimalInput, flagInput, numberInput, textInput, timeInput } from './bulk-inputs.tsx'

const OF_TARIFF = 'From the tariff'

export const RATE_INPUTS = [
  decimalInput('rate', 'Rate', RateField),
  decimalInput('first_rate', 'First rate', RateField, 'Same as the rate'),
  decimalInput('connect_fee', 'Connect fee', MoneyField, OF_TARIFF),
  numberInput('first_increment', 'First increment', OF_TARIFF, 'seconds'),
  numberInput('next_increment', 'Next increment', OF_TARIFF, 'seconds'),
  flagInput('blocked', 'Blocked'),
  textInput('destination', 'Destination'),
  timeInput('effective_until', 'Effective until'),
  numberInput('min_duration_seconds', 'Min duration', OF_TARIFF, 'seconds'),
  numberInput('grace_seconds', 'Grace period', OF_TARIFF, 'seconds'),
  numberInput('free_seconds', 'Free seconds', OF_TARIFF, 'seconds'),
  numberInput('additional_seconds', 'Additional seconds', undefined, 'seconds'),
  decimalInput('surcharge_percent', 'Surcharge', PercentField, OF_TARIFF),
  decimalInput('attempt_fee', 'Attempt fee', MoneyField),
  decimalInput('min_charge', 'Min charge', MoneyField, 'None'),
  decimalInput('max_charge', 'Max charge', MoneyField, 'None'),
]
