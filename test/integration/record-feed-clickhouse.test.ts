// The record feed into a real ClickHouse: Debian's, which is 18.16 and too old for a consumer.
// Behind a relay without the two settings that it refuses, the rest of an insert is what it takes.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/record-feed/record-consumers.ts'
import { parseMoney, parseRate } from '#core/money.ts'
import { insertAddress } from '#jobs/record-feed/clickhouse.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { type ChargedPlace, makeCalls, openPlace } from '../support/charged-calls.ts'
import { ask, hasClickHouse, startRealClickHouse } from '../support/clickhouse.ts'
import { named } from '../support/configuration.ts'
import { doRecordFeed } from '../support/do-jobs.ts'
import { needs } from '../support/needs.ts'
import { recordConsumerForm } from '../support/record-receiver.ts'

type Form = BodyOf<typeof contract.createRecordConsumer>

describe('ClickHouse of Debian', needs('clickhouse-server', hasClickHouse()), () => {
  let place: ChargedPlace
  let store: Awaited<ReturnType<typeof startRealClickHouse>>
  beforeAll(async () => {
    store = await startRealClickHouse()
    place = await openPlace(3_000_000)
  })
  afterAll(async () => {
    await store?.close()
    await place?.pool.end()
    await place?.api.close()
  })

  /** The next runs are after the pause of a failure. */
  let now_ms = Date.now()
  const feed = () => {
    now_ms += 3_600_000
    return doRecordFeed(place.api, now_ms)
  }

  async function add(change: Partial<Form>): Promise<number> {
    const body = {
      ...recordConsumerForm(named('consumer'), store.relay_url),
      ...{ kind: 'CLICKHOUSE' as const, database_name: 'warehouse', table_name: 'calls' },
      ...{ username: store.user.name, password: store.user.password },
      ...{ allows_private: true, batch_size: 4 },
      ...change,
    }
    return (await place.api.admin.call(contract.createRecordConsumer, { body })).data.id
  }

  async function errorOfTest(change: Partial<Form>): Promise<string> {
    const params = { id: await add(change) }
    await place.api.admin.call(contract.testRecordConsumer, { params })
    await feed()
    const { data } = await place.api.admin.call(contract.getRecordConsumer, { params })
    await place.api.database.deleteFrom('record_consumer').where('id', '=', params.id).execute()
    return data.test_error
  }

  test('is too old: it refuses two settings of an insert, and types of the table', async () => {
    expect(await errorOfTest({ url: store.url })).toBe('The receiver answered 404.')
    const insert = { url: store.url, database: 'warehouse', table: 'calls', token: 'batch' }
    const address = new URL(insertAddress(insert))
    await expect(ask('', address.href)).rejects.toThrow('Unknown setting async_insert')
    address.searchParams.delete('async_insert')
    await expect(ask('', address.href)).rejects.toThrow('setting insert_deduplication_token')
    address.searchParams.delete('insert_deduplication_token')
    expect(await ask('', address.href)).toEqual([])
    for (const type of ['Bool', "DateTime64(6, 'UTC')"]) {
      const statement = `CREATE TABLE warehouse.other (value ${type}) ENGINE = Memory`
      await expect(ask(statement)).rejects.toThrow('Unknown data type family')
    }
    await ask('CREATE TABLE warehouse.amounts (value Decimal(18, 6)) ENGINE = Memory')
    const amounts = new URL(address)
    amounts.searchParams.set('query', 'INSERT INTO amounts FORMAT JSONEachRow')
    await expect(ask('{"value":"0.5"}', amounts.href)).rejects.toThrow('Cannot parse input')
  })

  test('a test inserts nothing and finds a wrong password and a missing table', async () => {
    expect(await errorOfTest({})).toBe('')
    expect(await ask('SELECT id FROM warehouse.calls FORMAT JSONEachRow')).toEqual([])
    // It sends the number of its error in no header.
    expect(await errorOfTest({ password: 'guess' })).toBe('The receiver answered 401.')
    expect(await errorOfTest({ table_name: 'call' })).toBe('The receiver answered 404.')
    expect(await errorOfTest({ database_name: 'house' })).toBe('The receiver answered 404.')
  })

  test('gets records and charges in order, exactly, and a repeated batch once', async () => {
    store.inserts.length = 0
    const consumer_id = await add({})
    const delivery = place.api.database
      .selectFrom('record_delivery')
      .select('position')
      .where('consumer_id', '=', consumer_id)
    const { position } = await delivery.executeTakeFirstOrThrow()
    await makeCalls(place, [61, null, 125])
    const odd = { started_at: 1_773_144_000.123457, ended_at: 1_773_144_009.000001 }
    await writeCalls(place.api.url, {
      records: [recordAt(1_773_144_000_000, { ...odd, caller_name: 'Zoë "😀"\n\\' })],
    })
    const written = await recordsOf(place)
    const ids = () => store.inserts.flatMap((body) => body.match(/(?<=^\{"id":")[^"]+/gm) ?? [])
    const expected = written.map(({ id }) => id)
    await vi.waitFor(async () => {
      await feed()
      expect(ids()).toEqual(expected)
    })
    await place.api.database
      .updateTable('record_delivery')
      .set({ position, batch_to: null })
      .where('consumer_id', '=', consumer_id)
      .execute()
    await feed()
    expect(ids()).toEqual([...expected, ...expected])
    expect(await ask(COUNT)).toEqual([{ rows: `${2 * written.length}` }])
    const rows = async (final: string) =>
      (await ask(`SELECT * FROM warehouse.calls ${final} FORMAT JSONEachRow`)).map(exactly)
    const byId = (all: readonly Exact[]) => all.toSorted((a, b) => a.id.localeCompare(b.id))
    expect(byId(await rows('FINAL'))).toEqual(byId(written))
    await ask('OPTIMIZE TABLE warehouse.calls FINAL')
    expect(byId(await rows(''))).toEqual(byId(written))
  })
})

const COUNT = 'SELECT count() AS rows FROM warehouse.calls FORMAT JSONEachRow'

/** Parts of a record that must arrive exactly: times are microseconds, amounts millionths. */
interface Exact {
  readonly id: string
  readonly caller_name: unknown
  readonly is_last: unknown
  readonly times: readonly (string | null)[]
  readonly amounts: readonly unknown[]
  readonly rate: number | null | undefined
  readonly charges: readonly (readonly [account_id: number, net: unknown, vat: unknown])[]
}

function microsecondsOf(text: unknown): string | null {
  if (text === null) return null
  const [, second = '', fraction = ''] = /^(.{19})(?:\.(\d+))?Z$/.exec(String(text)) ?? []
  return `${Date.parse(`${second}Z`) / 1000}${fraction.padEnd(6, '0')}`
}

interface SentCharge {
  readonly account_id: number
  readonly net: string
  readonly vat: string
}

function exactly(row: Record<string, unknown>): Exact {
  const charges: readonly SentCharge[] = JSON.parse(String(row.charges))
  return {
    id: String(row.id),
    caller_name: row.caller_name,
    is_last: row.is_last === 1,
    times: [row.started_at, row.sent_at, row.answered_at, row.ended_at].map(microsecondsOf),
    amounts: [row.sell_amount, row.buy_amount, row.revenue, row.cost].map((text) =>
      parseMoney(String(text)),
    ),
    rate: row.sell_rate === null ? null : parseRate(String(row.sell_rate)),
    charges: charges
      .map(({ account_id, net, vat }) => [account_id, parseMoney(net), parseMoney(vat)] as const)
      .toSorted(([a], [b]) => a - b),
  }
}

/** The same of the database, in the order of the feed. */
async function recordsOf({ pool }: ChargedPlace): Promise<readonly Exact[]> {
  const { rows } = await pool.query<Exact>(`
    select call_id || '-' || attempt_no as id, caller_name, is_last,
      (select array_agg((extract(epoch from t) * 1000000)::bigint::text order by n)
        from unnest(array[started_at, sent_at, answered_at, ended_at])
        with ordinality as each(t, n)) as times,
      json_build_array(sell_amount, buy_amount, revenue, cost) as amounts,
      to_json(sell_rate) as rate,
      (select coalesce(json_agg(json_build_array(h.account_id, h.net, h.vat)
          order by h.account_id), '[]')
        from call_charge h where r.is_last and h.call_id = r.call_id) as charges
    from call_record r order by feed_position`)
  return rows
}
