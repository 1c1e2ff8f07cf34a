// The work of an office on its books in a month, done through the API as a user does it: a price
// list of a carrier with faults, raised rates and their notification, a bulk change, a netting, and
// the bill of a carrier that differs from our calls.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { until } from '../sip/until.ts'
import type { Send } from './send.ts'

interface Sheet {
  readonly id: number
  readonly state: string
  readonly layout: object
}

const OPTIONS = {
  mode: 'MERGE',
  effective: 'AT_ONCE',
  starts_at: null,
  notice_days: 7,
  large_percent: '50',
}

interface Rate {
  readonly prefix: string
  readonly destination: string
  readonly rate: string
}

/** The first rates of a tariff, as its currency has them. */
async function ratesOf(database: Database, tariff_id: number, most: number): Promise<Rate[]> {
  const { rows } = await sql<Rate>`
    select prefix::text as prefix, destination, trim_scale(rate / 100000000.0)::text as rate
    from tariff_rate where tariff_id = ${tariff_id} and effective_until is null
    order by prefix limit ${most}`.execute(database)
  return rows
}

async function findTariff(database: Database, kind: 'BUY' | 'SELL') {
  const { rows } = await sql<{ id: number }>`
    select t.id from tariff t join tariff_rate r on r.tariff_id = t.id
    where t.kind = ${kind} and t.deleted_at is null
      and not exists (select from tariff_markup m where m.tariff_id = t.id)
    group by t.id order by count(*) desc, t.id limit 1`.execute(database)
  return rows[0]?.id
}

/** Uploaded and previewed; answers the id of the import. */
async function preview(send: Send, tariff_id: number, name: string, lines: readonly string[]) {
  const text = `${['Prefix;Destination;Rate', ...lines].join('\n')}\n`
  const { id, layout } = await send<Sheet>(
    `/api/tariffs/${tariff_id}/imports?file_name=${name}`,
    text,
  )
  await send(`/api/rate-imports/${id}/preview`, { ...OPTIONS, layout })
  await reaches(send, id, 'PREVIEWED')
  return id
}

async function reaches(send: Send, id: number, state: string): Promise<void> {
  await until(`the import is ${state}`, async () => {
    const now = await send<Sheet>(`/api/rate-imports/${id}`, undefined, 'GET')
    if (now.state === 'FAILED') throw new Error(`The import ${id} failed.`)
    return now.state === state
  })
}

const line = ({ prefix, destination }: Rate, rate: string) => `${prefix};${destination};${rate}`

/** Higher and lower rates, breakouts, and rows that cannot be read; it waits for a decision. */
async function offerPriceList(database: Database, send: Send): Promise<void> {
  const tariff_id = await findTariff(database, 'BUY')
  if (tariff_id === undefined) return
  const rates = await ratesOf(database, tariff_id, 60)
  const lines = rates.map((rate, at) =>
    line(rate, (Number(rate.rate) * (at % 3 === 0 ? 1.18 : 0.97)).toFixed(5)),
  )
  const breakouts = rates
    .slice(0, 5)
    .map((rate) => line({ ...rate, prefix: `${rate.prefix}77` }, '0.2'))
  const damaged = ['44x;United Kingdom;0.01', '33;France;N/A', ';;0.02', '49;Germany;-0.004']
  await preview(send, tariff_id, 'carrier-prices.csv', [...lines, ...breakouts, ...damaged])
}

/** Some sell rates rise, with a notification for the clients of the tariff. */
async function raiseRates(database: Database, send: Send): Promise<void> {
  const tariff_id = await findTariff(database, 'SELL')
  if (tariff_id === undefined) return
  const since = new Date().toISOString()
  const rates = await ratesOf(database, tariff_id, 12)
  const lines = rates.map((rate) => line(rate, (Number(rate.rate) * 1.05).toFixed(5)))
  const id = await preview(send, tariff_id, 'new-prices.csv', lines)
  await send(`/api/rate-imports/${id}/apply`, {
    ...{ skips_invalid: true, confirms_large: true, confirms_removed: true },
    country_conflicts_reason: 'The names of the demo are those of its code deck.',
  })
  await reaches(send, id, 'APPLIED')
  const notification = { account_id: null, basis: 'KNOWN', since, is_full: false }
  await send(`/api/tariffs/${tariff_id}/price-notifications`, notification)
}

/** The channels of a few clients. */
async function changeTogether(database: Database, send: Send): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id::text as id from account a where a.kind = 'WHOLESALE' and a.deleted_at is null
    order by a.id limit 4`.execute(database)
  const change = {
    resource: 'wholesale_clients',
    ids: rows.map(({ id }) => id),
    filter: null,
    operations: [{ field: 'channel_limit', kind: 'set', value: 120 }],
    skips_faults: true,
  }
  const shown = await send<{ digest: string }>('/api/bulk-changes', { ...change, digest: null })
  await send('/api/bulk-changes', { ...change, digest: shown.digest })
}

/** Nets the debt of a partner as a client against our debt to it. */
async function netPartner(database: Database, send: Send): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.account_id as id from settlement s
      join account_balance b on b.account_id = s.client_id
    where b.balance <= -250000000 order by s.account_id limit 1`.execute(database)
  const [partner] = rows
  if (!partner) return
  await send('/api/nettings', {
    settlement_id: partner.id,
    amount: '250',
    rate: '1',
    net_payer: null,
    net_amount: null,
    method: 'bank',
    reference: 'NET-2026-1',
    note: '',
    idempotency_key: randomUUID(),
  })
}

interface Taken {
  readonly at: string
  readonly number: string
  readonly seconds: number
  readonly amount: string
  readonly settlement_id: number
}

/** The bill of the carrier with most calls yesterday: some longer, some missing, one invented. */
async function compareBill(database: Database, send: Send): Promise<void> {
  const { rows } = await sql<Taken>`
    with day as (select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' as till)
    select to_char(r.answered_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at,
      r.sent_number as number, ceil(r.duration_ms / 1000.0)::bigint as seconds,
      trim_scale(r.buy_amount / 1000000.0)::text as amount, r.settlement_id
    from call_record r, day
    where r.started_at >= day.till - interval '1 day' and r.started_at < day.till
      and r.status = 'ANSWERED' and r.settlement_id = (
        select settlement_id from call_record c, day
        where c.started_at >= day.till - interval '1 day' and c.started_at < day.till
          and c.status = 'ANSWERED' and c.settlement_id is not null
        group by 1 order by count(*) desc, 1 limit 1)
    order by r.started_at`.execute(database)
  const [first] = rows
  if (!first) return
  const lines = rows
    .filter((_, at) => at % 90 !== 89)
    .map(({ at: begin, number, seconds, amount }, at) => {
      const more = at % 70 === 0 ? 30 : 0
      return `${begin};${number};${Number(seconds) + more};${amount}`
    })
  const invented = `${first.at};447700900999;600;1.2`
  const text = `${['Start time;Number;Duration;Amount', ...lines, invented].join('\n')}\n`
  const path = `/api/settlements/${first.settlement_id}/reconciliations?file_name=bill.csv`
  const { id, layout } = await send<Sheet>(path, text)
  const options = {
    ...{ time_zone: 'UTC', clock: 'ANSWER', number: 'SENT', time_tolerance: 60 },
    ...{ rounding: 'UP', first_increment: 1, next_increment: 1, duration_tolerance: 1 },
    ...{ amount_tolerance: '0.001', with_vat: false },
  }
  const period = { from_at: null, until_at: null }
  await send(`/api/reconciliations/${id}/comparison`, { layout, options, ...period })
}

/** Once. */
export async function makeBooks(database: Database, send: Send): Promise<void> {
  const { rows } = await sql`select from rate_import limit 1`.execute(database)
  if (rows.length > 0) return
  await raiseRates(database, send)
  await offerPriceList(database, send)
  await changeTogether(database, send)
  await netPartner(database, send)
  await compareBill(database, send)
  console.log('Demo: price lists, a notification, a bulk change, a netting and a bill')
}
