// The options that the pickers of the console offer: the chosen one first, then those with the
// typed text.
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSearchText } from '#core/search-text.ts'
import { databaseForFile } from '#test/support/database.ts'
import { makeWorld, putResellersAbove, type World } from '#test/support/world.ts'
import { EVERYTHING, type Scope } from '../scope.ts'
import {
  lookupAccounts,
  lookupDeckDestinations,
  lookupFailoverPolicies,
  lookupGatewayGroups,
  lookupGateways,
  lookupNumberLists,
  lookupPackages,
  lookupResellers,
  lookupRoutePlans,
  lookupTariffs,
  lookupTimeWindows,
  lookupTranslations,
  lookupTunnels,
} from './lookups.ts'
import { findByText } from './search.ts'

const fresh = databaseForFile()
let pool: pg.Pool
let world: World
let reseller_ids: readonly number[]
beforeAll(async () => {
  pool = fresh.pool(2)
  world = await makeWorld(pool)
  reseller_ids = await putResellersAbove(pool, world.client_id, [2_800_000])
  await pool.query(`insert into tariff (owner_id, name, kind, first_increment, next_increment)
    select 1, 'Many ' || n, 'SELL', 1, 1 from generate_series(1, 60) n`)
  await pool.query(`insert into tariff (owner_id, name, kind, first_increment, next_increment,
    deleted_at) values (1, 'Gone', 'SELL', 1, 1, now())`)
})

const of = (account_id: number): Scope => ({ kind: 'account', account_id })
const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)
const tariffs = async (query: Parameters<typeof lookupTariffs>[2]) =>
  namesOf(await lookupTariffs(fresh.database, EVERYTHING, query))

describe('a picker', () => {
  test('has the chosen one first, also if it does not have the typed text', async () => {
    const [chosen, ...others] = await tariffs({ q: 'Buy', id: world.sell_tariff_id })
    expect(chosen).toBe('Sell')
    expect(others).toEqual(['Buy one', 'Buy two'])
  })

  test('has each destination of the code deck once, with all its prefixes', async () => {
    const morocco = { name: 'Morocco mobile', hint: '2126 +1', prefixes: ['2126', '2127'] }
    const found = await lookupDeckDestinations(fresh.database, { q: 'morocco mob' })
    expect(found).toEqual([{ ...morocco, id: expect.any(Number) }])
    const [chosen] = await lookupDeckDestinations(fresh.database, { id: found[0]?.id })
    expect(chosen).toEqual(found[0])
    const [whole] = await lookupDeckDestinations(fresh.database, { q: 'Belgium toll' })
    expect(whole?.hint).toBe('32800')
  })

  test('has those of one kind, by name, and at most fifty', async () => {
    const names = await tariffs({ kind: 'SELL' })
    expect(names).toHaveLength(50)
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect(await tariffs({ kind: 'BUY' })).toEqual(['Buy one', 'Buy two'])
  })

  test('finds by the hint too, and characters of the text are no patterns', async () => {
    const query = { q: 'carrier 2' }
    const gateways = await lookupGateways(fresh.database, EVERYTHING, query)
    expect(gateways).toMatchObject([{ name: 'Gateway 2', hint: 'Carrier 2', status: 'active' }])
    expect(await tariffs({ q: 'Man_' })).toEqual([])
  })

  test('leaves out what is deleted', async () => {
    expect(await tariffs({ q: 'Gone' })).toEqual([])
  })
})

describe('a scope', () => {
  test('of a reseller has its client, and itself only among resellers', async () => {
    const [reseller_id = 0] = reseller_ids
    const accounts = await lookupAccounts(fresh.database, of(reseller_id), {})
    expect(namesOf(accounts)).toEqual(['Client'])
    expect(namesOf(await lookupResellers(fresh.database, of(reseller_id), {}))).toEqual([
      'Reseller 1',
    ])
  })

  test('of a client has of the configuration only the tariff that charges it', async () => {
    const scope = of(world.client_id)
    const lookups = [
      ...[lookupPackages, lookupRoutePlans, lookupGateways, lookupGatewayGroups],
      ...[lookupTunnels, lookupFailoverPolicies, lookupTimeWindows, lookupNumberLists],
      ...[lookupTranslations, lookupResellers],
    ]
    const offered = await Promise.all(lookups.map((lookup) => lookup(fresh.database, scope, {})))
    expect(offered.flat()).toEqual([])
    expect(namesOf(await lookupTariffs(fresh.database, scope, {}))).toEqual(['Sell'])
    expect(await lookupTariffs(fresh.database, scope, { kind: 'SELL' })).toEqual([])
    const kinds = ['GATEWAY', 'GATEWAY_GROUP', 'ROUTE_PLAN', 'TARIFF', 'RATE'] as const
    for (const text of ['a', '44', 'Plan']) {
      const asked = readSearchText(text)
      expect(await findByText(fresh.database, scope, kinds, asked)).toEqual([])
    }
    const plan = readSearchText('Plan')
    const found = await findByText(fresh.database, EVERYTHING, kinds, plan)
    expect(found).toMatchObject([{ kind: 'ROUTE_PLAN', name: 'Plan' }])
  })
})
