// How the jobs compare the rates of a price notification, and what is seen meanwhile.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import {
  createPriceNotification,
  discardPriceNotification,
  getPriceNotification,
  getPriceNotificationPdf,
  listPriceNotificationRows,
  listPriceNotifications,
} from '#contract/price-notifications/price-notifications.ts'
import { rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, addRate, addTariff } from '#test/support/configuration.ts'
import { doPriceNotifications } from '#test/support/do-jobs.ts'

const api = apiForFile()

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(api.clock.now - days * DAY_MS).toISOString()

const add = (tid: number, prefix: string, price: number) =>
  addRate(api, tid, { prefix, rate: rate(price), effective_from: daysAgo(9) })

/** A tariff with one rate and one client. */
async function addSold() {
  const tid = await addTariff(api, 'SELL')
  const client = await addClient(api, { tariff_id: tid, username: `client-${tid}` })
  await add(tid, '44', 20)
  return { tid, client }
}

const make = (tid: number, since: string | null = null) =>
  api.admin.call(createPriceNotification, {
    params: { tid },
    body: { account_id: null, basis: 'KNOWN', since, is_full: false },
  })

const prefixesOf = async (id: number) =>
  (await api.admin.call(listPriceNotificationRows, { params: { id } })).data.map(
    ({ prefix }) => prefix,
  )

/** Runs before the rates of a notification are stored. */
async function beforeRows(statement: string, work: () => Promise<void>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(api.database)
  await run(`create function before_rows() returns trigger language plpgsql as $$
    begin ${statement} return null; end $$`)
  await run(`create trigger before_rows before insert on price_notification_row
    execute function before_rows()`)
  try {
    await work()
  } finally {
    await run('drop trigger before_rows on price_notification_row')
    await run('drop function before_rows')
  }
}

test('rates are changed while they are compared, which is in the next notification', async () => {
  const { tid } = await addSold()
  const LOCK = 99
  let made: ReturnType<typeof make> | undefined
  await beforeRows(`perform pg_advisory_xact_lock(${LOCK});`, async () => {
    await api.database.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
      made = make(tid, daysAgo(1))
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks
          where locktype = 'advisory' and objid = ${LOCK} and not granted`.execute(tx)
        expect(rows).toHaveLength(1)
      })
      await add(tid, '49', 30)
      expect((await make(tid)).problem.message).toContain('is not ready yet')
    })
    await made
  })
  const first = (await made)?.data
  expect(first).toMatchObject({ state: 'READY', new_count: 1 })
  expect(await prefixesOf(first?.id ?? 0)).toEqual(['44'])
  const { data: second } = await make(tid)
  expect(await prefixesOf(second.id)).toEqual(['49'])
  expect(await prefixesOf((await make(tid)).data.id)).toEqual([])
})

test('one that fails says why, is tried again later, and is not seen by its clients', async () => {
  const { tid, client } = await addSold()
  const session = await api.signIn(`client-${tid}`, 'CLIENT')
  const seen = async () => (await session.call(listPriceNotifications, {})).data.length
  let id = 0
  await beforeRows(`raise exception 'no space left on device';`, async () => {
    const { data } = await make(tid, daysAgo(1))
    id = data.id
    expect(data).toMatchObject({ state: 'FAILED', failure: 'no space left on device' })
    expect(Date.parse(data.retry_at ?? '')).toBe(api.clock.now + 5 * 60_000)
    const pdf = { params: { id, account_id: client.id } }
    expect((await api.admin.call(getPriceNotificationPdf, pdf)).status).toBe(409)
    expect(await seen()).toBe(0)
  })
  await doPriceNotifications(api, api.clock.now + 5 * 60_000 - 1)
  const found = async () => (await api.admin.call(getPriceNotification, { params: { id } })).data
  expect(await found()).toMatchObject({ state: 'FAILED' })
  await doPriceNotifications(api, api.clock.now + 5 * 60_000)
  expect(await found()).toMatchObject({ state: 'READY', failure: '', new_count: 1 })
  expect(await seen()).toBe(1)
})

test('one without rates is discarded, one with rates is kept', async () => {
  const { tid } = await addSold()
  const discard = (id: number) => api.admin.call(discardPriceNotification, { params: { id } })
  await beforeRows(`raise exception 'no space left on device';`, async () => {
    const { data } = await make(tid, daysAgo(1))
    expect((await discard(data.id)).status).toBe(204)
    const gone = await api.admin.call(getPriceNotification, { params: { id: data.id } })
    expect(gone.status).toBe(404)
  })
  const { data } = await make(tid, daysAgo(1))
  expect(await discard(data.id)).toMatchObject({ status: 409 })
})
