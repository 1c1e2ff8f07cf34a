// What a call to a telephone of ours costs: no carrier is paid, so the client has a rate of its own
// for it, billed in the increments of its tariff.
import type { Rate } from '../money.ts'
import { PLAIN_TERMS } from './brief-terms.ts'
import type { Price, PricedParty, Tariff } from './tariff.ts'

/** Stands for the rate of a price that no tariff lists. */
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
      ...PLAIN_TERMS,
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
