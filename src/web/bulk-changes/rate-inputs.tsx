// The fields of rates that can be changed for many of them.

import type { RateChangeField } from '#core/rate-import/rate-change.ts'
import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'
import {
  type BulkInput,
  decimalInput,
  flagInput,
  numberInput,
  textInput,
  timeInput,
} from './bulk-inputs.tsx'

const OF_TARIFF = 'From the tariff'

const INPUTS: Readonly<Record<RateChangeField, BulkInput>> = {
  rate: decimalInput('rate', 'Rate', RateField),
  first_rate: decimalInput('first_rate', 'First rate', RateField, 'Same as the rate'),
  connect_fee: decimalInput('connect_fee', 'Connect fee', MoneyField, OF_TARIFF),
  first_increment: numberInput('first_increment', 'First increment', OF_TARIFF, 'seconds'),
  next_increment: numberInput('next_increment', 'Next increment', OF_TARIFF, 'seconds'),
  blocked: flagInput('blocked', 'Blocked'),
  destination: textInput('destination', 'Destination'),
  effective_until: timeInput('effective_until', 'Effective until'),
  min_duration_seconds: numberInput('min_duration_seconds', 'Min duration', OF_TARIFF, 'seconds'),
  grace_seconds: numberInput('grace_seconds', 'Grace period', OF_TARIFF, 'seconds'),
  free_seconds: numberInput('free_seconds', 'Free seconds', OF_TARIFF, 'seconds'),
  additional_seconds: numberInput('additional_seconds', 'Additional seconds', undefined, 'seconds'),
  surcharge_percent: decimalInput('surcharge_percent', 'Surcharge', PercentField, OF_TARIFF),
  attempt_fee: decimalInput('attempt_fee', 'Attempt fee', MoneyField),
  min_charge: decimalInput('min_charge', 'Min charge', MoneyField, 'None'),
  max_charge: decimalInput('max_charge', 'Max charge', MoneyField, 'None'),
}

export const RATE_INPUTS = Object.values(INPUTS)
