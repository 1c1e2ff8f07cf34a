// The tariffs of the demo: every country and most mobile networks, at prices
// that chance has made once.
import { type Money, NO_MONEY, percent, type Rate } from '#core/money.ts'
import { insertTariff } from '#db/billing/tariffs.ts'
import type { Tx } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import { type Chance, makeChance } from '../support/random.ts'
import type { SellTariff } from './clients.ts'
import { DESTINATIONS, type Destination } from './destinations.ts'
import { EURO, RESELLERS } from './resellers.ts'
import { SETTLEMENTS } from './suppliers.ts'
import type { WindowName } from './ways.ts'
import type { Ids } from './write-ways.ts'

const DAY_MS = 86_400_000
const ROWS_AT_ONCE = 500
/** What the sell tariffs take for a minute that costs one. */
const SELL: Readonly<Record<SellTariff, number>> = {
  'Sell standard': 1.25,
  'Sell premium': 1.5,
  'Sell Europe': 1.2,
  'Sell retail': 1.6,
}
const PEAK: WindowName = 'Peak hours'
const DEARER_AT_PEAK = ['91', '92', '966', '971', '44']
const DEARER_SOON = ['49', '33', '39', '34']
const BLOCKED = ['246', '247', '2905', '252']

interface PricedDestination extends Destination {
  /** What a minute costs on the market, in units of the currency. */
  readonly price: number
}

/** Answers the ids by name. */
export async function writeTariffs(tx: Tx, now_ms: number, referred: Ids): Promise<Ids> {
  const chance = makeChance(7)
  const since = new Date(now_ms - 30 * DAY_MS).toISOString()
  const all = DESTINATIONS.map((one) => ({ ...one, price: priceOf(one, chance) }))
  const ids = new Map<string, number>()
  for (const [name, factor] of Object.entries(SELL)) {
    const sold = name === 'Sell Europe' ? all.filter(({ prefix }) => /^[34]/.test(prefix)) : all
    ids.set(name, await writeTariff(tx, name, 'SELL'))
    await writeRates(tx, ids.get(name)!, sold, { since, factor: () => factor })
  }
  for (const { tariff, coverage, price } of SETTLEMENTS) {
    const served = all.filter(() => chance.next() < coverage)
    ids.set(tariff, await writeTariff(tx, tariff, 'BUY'))
    const factor = () => price * (0.9 + chance.next() * 0.2)
    await writeRates(tx, ids.get(tariff)!, served, { since, factor })
  }
  for (const { tariff, currency, price } of RESELLERS) {
    ids.set(tariff, await writeTariff(tx, tariff, 'RESELLER_COST', currency))
    const factor = () => price / (currency === 'EUR' ? EURO : 1)
    await writeRates(tx, ids.get(tariff)!, all, { since, factor })
  }
  const at_peak = all.filter(({ prefix }) => DEARER_AT_PEAK.includes(prefix))
  const peak = { since, factor: () => 1.6, window_id: referred.get(PEAK)! }
  await writeRates(tx, ids.get('Sell standard')!, at_peak, peak)
  await writeNews(tx, ids.get('Sell standard')!, all, now_ms)
  return ids
}

/** Land lines are cheap, mobile networks dearer, and small places dearest. */
function priceOf({ prefix, is_mobile }: Destination, chance: Chance): number {
  const is_remote = prefix.length >= 3 && !/^(3[5-8]|42|85|88|97)/.test(prefix)
  return (0.006 + chance.next() * 0.03) * (is_remote ? 3 : 1) * (is_mobile ? 2.2 : 1)
}

async function writeTariff(
  tx: Tx,
  name: string,
  kind: 'SELL' | 'BUY' | 'RESELLER_COST',
  currency = 'USD',
): Promise<number> {
  const is_standard = name === 'Sell standard'
  return insertTariff(tx, {
    name,
    kind,
    currency,
    status: 'active',
    first_increment: is_standard ? 30 : 1,
    next_increment: is_standard ? 6 : 1,
    connect_fee: 0 as Money,
    grace_seconds: 0,
    free_seconds: 0,
    min_duration_seconds: 0,
    surcharge_percent: percent(0),
    duration_rounding: 'HALF_UP',
    rounding_mode: 'HALF_UP',
    rounding_decimals: 6,
    loss_protection: kind !== 'BUY',
    average_duration_seconds: 90,
    notes: '',
  })
}

interface RateOptions {
  readonly since: string
  readonly factor: () => number
  readonly window_id?: number | null
}

async function writeRates(
  tx: Tx,
  tariff_id: number,
  destinations: readonly PricedDestination[],
  { since, factor, window_id = null }: RateOptions,
): Promise<void> {
  const rows = destinations.map(({ prefix, name, price }) => ({
    tariff_id,
    prefix,
    destination: name,
    // Four decimals, as people write prices.
    rate: (Math.round(price * factor() * 1e4) * 1e4) as Rate,
    // Mexico is sold by the minute everywhere.
    first_increment: prefix === '52' ? 60 : null,
    next_increment: prefix === '52' ? 60 : null,
    attempt_fee: NO_MONEY,
    additional_seconds: 0,
    reverse_billing: false,
    blocked: false,
    window_id,
    effective_from: since,
    notes: '',
  }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tx
      .insertInto('tariff_rate')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
  await sendSignal(tx, { changed: 'tariff', tariff_id })
}

/** A price that rises next week, and places that nobody calls but fraud. */
async function writeNews(
  tx: Tx,
  tariff_id: number,
  all: readonly PricedDestination[],
  now_ms: number,
): Promise<void> {
  const next_week = new Date(now_ms + 7 * DAY_MS).toISOString()
  const change = tx.updateTable('tariff_rate').where('tariff_id', '=', tariff_id)
  await change.set({ effective_until: next_week }).where('prefix', 'in', DEARER_SOON).execute()
  await change
    .set({ blocked: true, notes: 'Called by fraud only' })
    .where('prefix', 'in', BLOCKED)
    .execute()
  const dearer = all.filter(({ prefix }) => DEARER_SOON.includes(prefix))
  await writeRates(tx, tariff_id, dearer, { since: next_week, factor: () => 1.4 })
}
