// The price of an on-net call: no carrier is paid, so the client has its own rate for it, billed in
// the increments of its tariff.
import type { Rate } from '../money.ts'
import { DEFAULT_TERMS } from './stored-terms.ts'
import type { Price, Tariff } from './tariff.ts'
import type { PricedParty } from './terms.ts'

/** The rate id of a price without a rate in a tariff. */
const NO_RATE_ID = 0

/** `rate` is per minute in the currency of the party. */
export function onNetPrice(tariff: Tariff, rate: Rate, party: PricedParty): Price {
  return {
    tariff_id: tariff.id,
    rate_id: NO_RATE_ID,
    prefix: '',
    destination: 'On-net',
    blocked: false,
    terms: {
      ...DEFAULT_TERMS,
      rate,
      first_rate: rate,
      first_increment: tariff.first_increment,
      next_increment: tariff.next_increment,
      grace_seconds: tariff.grace_seconds,
      vat_percent: party.vat_percent,
      duration_rounding: tariff.duration_rounding,
      rounding_mode: tariff.rounding_mode,
      rounding_decimals: tariff.rounding_decimals,
      currency: party.currency,
      tariff_fx: party.fx,
      party_fx: party.fx,
    },
  }
}
