// Tariffs and their sheets for tests; a test names what it changes.
import { type Rate, SYSTEM_FX } from '#core/money.ts'
import { DetailsPool, type RateSheet, RateSheetBuilder } from '#core/tariff/rate-sheet.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import type { RateDetails } from '#core/tariff/terms.ts'
import { amount, perMinute, share } from './terms.ts'

/** A rate that takes everything but its price from the tariff. */
export const NO_DETAILS: RateDetails = {
  destination: '',
  blocked: false,
  first_rate: null,
  first_increment: null,
  next_increment: null,
  connect_fee: null,
  attempt_fee: amount('0'),
  grace_seconds: null,
  additional_seconds: 0,
  free_seconds: null,
  min_duration_seconds: null,
  min_charge: null,
  max_charge: null,
  steps: [],
  surcharge_percent: null,
  reverse_billing: false,
  window_id: null,
}

export interface RateRow extends Partial<RateDetails> {
  prefix: string
  rate: Rate
  id?: number
  starts?: number
  ends?: number | null
}

/** The sheet of these rates, in whatever order they come; ids count from 1 unless given. */
export function makeSheet(rows: readonly RateRow[]): RateSheet {
  const pool = new DetailsPool()
  const builder = new RateSheetBuilder(pool)
  rows
    .map(({ id, prefix, rate, starts, ends, ...details }, at) => ({
      id: id ?? at + 1,
      prefix,
      rate,
      starts: starts ?? 0,
      ends: ends ?? null,
      details: { ...NO_DETAILS, ...details },
    }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : a.starts - b.starts))
    .forEach((row) => {
      const at = pool.place(JSON.stringify(row.details), () => row.details)
      builder.add(row.id, row.prefix, row.starts, row.ends, row.rate, at)
    })
  return builder.build()
}

export function makeTariff(tariff: Partial<Tariff> & { rates?: readonly RateRow[] } = {}): Tariff {
  const { rates = [{ prefix: '', rate: perMinute('0.06') }], ...changes } = tariff
  return {
    id: 1,
    name: 'Retail world',
    kind: 'SELL',
    status: 'active',
    currency: 'USD',
    fx: SYSTEM_FX,
    first_increment: 1,
    next_increment: 1,
    connect_fee: amount('0'),
    grace_seconds: 0,
    free_seconds: 0,
    min_duration_seconds: 0,
    surcharge_percent: share('0'),
    duration_rounding: 'HALF_UP',
    rounding_mode: 'HALF_UP',
    rounding_decimals: 6,
    loss_protection: false,
    max_loss_percent: share('0'),
    average_duration_seconds: 60,
    sheet: makeSheet(rates),
    ...changes,
  }
}

/** The first gateway costs 0.03 a minute, the second one 0.02; the client pays 0.06. */
export const dearBuyTariff = (tariff: Parameters<typeof makeTariff>[0] = {}): Tariff =>
  makeTariff({
    id: 2,
    name: 'Carrier One',
    kind: 'BUY',
    rates: [{ prefix: '', rate: perMinute('0.03'), id: 201 }],
    ...tariff,
  })

export const cheapBuyTariff = (tariff: Parameters<typeof makeTariff>[0] = {}): Tariff =>
  makeTariff({
    id: 3,
    name: 'Carrier Two',
    kind: 'BUY',
    rates: [{ prefix: '', rate: perMinute('0.02'), id: 301 }],
    ...tariff,
  })
