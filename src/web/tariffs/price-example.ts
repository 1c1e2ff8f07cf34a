// The price of a call by the rate in the form, computed like in the switch.
import type { z } from 'zod'
import { tariffRateForm } from '#contract/tariffs/tariff-rates.ts'
import type { Tariff } from '#contract/tariffs/tariffs.ts'
import { percent, SYSTEM_FX } from '#core/money.ts'
import { type Charge, chargeCall } from '#core/tariff/charge-call.ts'
import { termsOf } from '#core/tariff/terms.ts'

export type RateValues = z.input<typeof tariffRateForm>

/** Parts of the form that no price depends on, as anything that is valid. */
const IRRELEVANT = {
  prefix: '',
  destination: '',
  window_id: null,
  effective_from: null,
  effective_until: null,
  notes: '',
}

/** In the currency of the tariff and without VAT; undefined while the form is not filled in. */
export function exampleCharge(
  tariff: Tariff,
  values: RateValues,
  seconds: number,
): Charge | undefined {
  const read = tariffRateForm.safeParse({ ...values, ...IRRELEVANT })
  if (!read.success) return undefined
  const { rate, ...details } = read.data
  const party = { vat_percent: percent(0), currency: tariff.currency, fx: SYSTEM_FX }
  const terms = termsOf({ ...tariff, fx: SYSTEM_FX }, rate, details, party)
  return chargeCall(terms, seconds * 1000, 0, 1)
}
