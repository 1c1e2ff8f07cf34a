import type { RateValues } from './price-example.ts'

/** A rate that takes everything from its tariff, before its price is typed. */
export const NEW_RATE: RateValues = {
  prefix: '',
  destination: '',
  rate: '',
  first_rate: null,
  first_increment: null,
  next_increment: null,
  steps: [],
  connect_fee: null,
  attempt_fee: '0',
  grace_seconds: null,
  additional_seconds: 0,
  free_seconds: null,
  min_duration_seconds: null,
  min_charge: null,
  max_charge: null,
  surcharge_percent: null,
  reverse_billing: false,
  blocked: false,
  window_id: null,
  effective_from: null,
  effective_until: null,
  notes: '',
}
