import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { REFERENCES, type Referred } from './references.ts'

const fresh = databaseForFile()

/** Columns of the thing itself, and columns of history, which stay when it is deleted. */
const NO_USERS = [
  'past_rate.tariff_id',
  'tariff_rate.tariff_id',
  're_rating.tariff_id',
  're_rating.new_tariff_id',
  'rate_import.tariff_id',
  'price_notification.tariff_id',
  'price_notification_recipient.account_id',
  'gateway_state.gateway_id',
  'route_rule.route_plan_id',
]

/** Every column with a foreign key to the table, but for the parts of the thing itself. */
async function foreignKeysTo(table: Referred): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype <> 'c'`.execute(
    fresh.database,
  )
  return rows.map(({ name }) => name).filter((name) => !NO_USERS.includes(name))
}

test.each(Object.keys(REFERENCES) as Referred[])(
  'every column that refers to a %s is asked before one is deleted',
  async (table) => {
    const listed = Object.keys(REFERENCES[table]).filter((name) => name !== 'translation.rules')
    expect(listed.sort()).toEqual((await foreignKeysTo(table)).sort())
  },
)

test('what refers out of a large table is found without reading all of it', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
      and c.conrelid = any (array['client_ip', 'route_rule', 'route_target', 'tariff_rate',
        'number_list_item', 'sip_user']::regclass[])
      and c.confrelid <> 'account'::regclass`.execute(fresh.database)
  expect(rows).toEqual([])
})

test('a charge that names no currency is in that of the system', async () => {
  await sql`update currency set code = 'EUR' where is_system`.execute(fresh.database)
  await sql`create table call_charge_then partition of call_charge
    for values from ('2000-01-01') to ('2000-01-02')`.execute(fresh.database)
  await sql`insert into call_charge (call_id, started_at, account_id, depth, tariff_id, rate_id,
      prefix, terms, duration_seconds, billed_seconds, net, vat, amount)
    values (1, '2000-01-01', 1, 0, 1, 1, '', '{}', 0, 0, 0, 0, 0)`.execute(fresh.database)
  const { rows } = await sql`select currency from call_charge`.execute(fresh.database)
  expect(rows).toEqual([{ currency: 'EUR' }])
})
