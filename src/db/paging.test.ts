// Pages of a list, and what a user of a scope sees of it, asked of each family of tables.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { makeWorld, putResellersAbove, type World } from '#test/support/world.ts'
import { listClients } from './accounts/clients.ts'
import { listResellers } from './accounts/resellers.ts'
import { listActiveCalls } from './calls/active-calls.ts'
import { makePool } from './database.ts'
import { BadCursor, type Listed, type ListQuery, startsWith } from './paging.ts'
import { listAuthFailures } from './people/auth-failures.ts'
import { listGateways } from './routing/gateways.ts'
import { EVERYTHING, type Scope } from './scope.ts'
import { listTariffs } from './tariffs/tariffs.ts'

const fresh = databaseForFile()
let pool: pg.Pool
let world: World
let reseller_ids: readonly number[]
beforeAll(async () => {
  pool = makePool(fresh.url, 'test', 2)
  world = await makeWorld(pool)
  reseller_ids = await putResellersAbove(pool, world.client_id, [2_800_000, 2_000_000])
  // Accounts are listed with their portal logins.
  await pool.query(`insert into console_user (username, password_hash, type, account_id)
    select 'login' || id, '-', kind, id from account where kind <> 'OPERATOR'`)
})
afterAll(async () => {
  await pool.end()
})

const of = (account_id: number): Scope => ({ kind: 'account', account_id })
const idsOf = ({ rows }: Listed<{ readonly id: number }>) => rows.map(({ id }) => id)

describe('a page', () => {
  const page = (query: Partial<ListQuery<'name'>>) =>
    listTariffs(fresh.database, EVERYTHING, { limit: 2, sort: 'name', ...query })

  test('goes on where the one before ended, until there is none', async () => {
    const all = idsOf(await page({ limit: 100 }))
    expect(all.length).toBeGreaterThan(2)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { rows, page: at } = await page({ ...(cursor !== undefined && { cursor }) })
      seen.push(...rows.map(({ id }) => id))
      expect(at.total).toBe(all.length)
      cursor = at.next_cursor ?? undefined
    } while (cursor !== undefined && seen.length < 100)
    expect(seen).toEqual(all)
  })

  test('is read backwards by the same column', async () => {
    const all = idsOf(await page({ limit: 100 }))
    expect(idsOf(await page({ limit: 100, sort: '-name' }))).toEqual(all.toReversed())
  })

  test.each(['', 'x', 'WyJhIl0', 'eyJhIjoxfQ'])('is refused for the cursor %j', async (cursor) => {
    await expect(page({ cursor })).rejects.toThrow(BadCursor)
  })

  test('has the rows with the text in one of the columns and with each of the values', async () => {
    const namesOf = async (query: Partial<Parameters<typeof listTariffs>[2]>) =>
      (await listTariffs(fresh.database, EVERYTHING, { limit: 100, ...query })).rows.map(
        ({ name }) => name,
      )
    expect(await namesOf({ q: 'bUY', kind: 'BUY', status: 'active' })).toEqual([
      'Buy one',
      'Buy two',
    ])
    expect(await namesOf({ q: 'Buy', kind: 'SELL' })).toEqual([])
    expect(await namesOf({ kind: 'BUY', currency: 'EUR' })).toEqual([])
    const settlement_id = world.settlement_ids[0]
    const query = { limit: 100, q: 'carrier', settlement_id, user_zone: null }
    const hosts = { ...query, q: '127.0.3.1' }
    expect((await listGateways(fresh.database, EVERYTHING, query)).rows).toEqual([])
    expect(idsOf(await listGateways(fresh.database, EVERYTHING, hosts))).toEqual([
      world.gateway_ids[0],
    ])
  })

  test('is searched for characters, not for patterns', () => {
    expect(startsWith('50%_\\')).toBe('50\\%\\_\\\\%')
  })
})

describe('a scope', () => {
  test('of a reseller has the accounts right below it, of a client itself', async () => {
    const [upper = 0, lower = 0] = [Math.min(...reseller_ids), Math.max(...reseller_ids)]
    const clientsOf = async (scope: Scope) =>
      idsOf(await listClients(fresh.database, scope, 'WHOLESALE', { limit: 100 }))
    expect(await clientsOf(of(upper))).toEqual([])
    expect(await clientsOf(of(lower))).toContain(world.client_id)
    expect(await clientsOf(of(world.client_id))).toEqual([world.client_id])
    const resellers = idsOf(await listResellers(fresh.database, EVERYTHING, { limit: 100 }))
    expect(resellers.toSorted()).toEqual([upper, lower])
  })

  test('of a stranger is empty in each family', async () => {
    const nothing = of(4711)
    const { database } = fresh
    const query = { limit: 100 }
    const day = { from_at: '2026-11-22T00:00:00Z', to_at: '2026-11-23T00:00:00Z' }
    const lists = await Promise.all([
      listClients(database, nothing, 'WHOLESALE', query),
      listResellers(database, nothing, query),
      listTariffs(database, nothing, query),
      listActiveCalls(database, nothing, query),
      listAuthFailures(database, nothing, { ...query, ...day }),
      listGateways(database, nothing, { ...query, user_zone: null }),
    ])
    expect(lists.flatMap(({ rows }): unknown[] => rows)).toEqual([])
    const all = await listGateways(database, EVERYTHING, { ...query, user_zone: null })
    expect(idsOf(all).length).toBeGreaterThan(0)
  })
})
