import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { deletePastRates } from '../tariffs/past-rate-retention.ts'
import { deleteOldImports } from './rate-import-retention.ts'

const fresh = databaseForFile()

const before = (days: number | null) =>
  days === null ? null : new Date(Date.now() - days * 86_400_000).toISOString()

/** Name, state, and how many days ago it was changed and applied. */
const IMPORTS = [
  ['abandoned upload', 'UPLOADING', 2, null],
  ['upload of now', 'UPLOADING', 0, null],
  ['preview of last week', 'PREVIEWED', 8, null],
  ['preview of last month', 'PREVIEWED', 31, null],
  ['followed by another', 'APPLIED', 40, 40],
  ['the last one', 'APPLIED', 35, 35],
  ['undone', 'UNDONE', 31, 36],
] as const

test('files go after a week, and previews after a month unless an undo needs them', async () => {
  const run = (text: string) => sql.raw(text).execute(fresh.database)
  await run(`insert into tariff (owner_id, name, kind) values (1, 'Sell', 'SELL')`)
  await run(`insert into console_user (username, password_hash, type) values ('anna', '', 'ADMIN')`)
  for (const [name, state, days, applied_days] of IMPORTS) {
    await sql`insert into rate_import (tariff_id, file_name, state, created_by, updated_at,
        applied_at, undone_at)
      select t.id, ${name}, ${state}, u.id, ${before(days)}, ${before(applied_days)},
        ${state === 'UNDONE' ? before(0) : null}
      from tariff t cross join console_user u where u.username = 'anna'`.execute(fresh.database)
  }
  const each = 'from rate_import'
  await run(`insert into rate_import_chunk select id, 0, 'x' ${each}`)
  await run(`insert into rate_import_row (import_id, number, kind) select id, 1, 'NEW' ${each}`)
  await run(`insert into rate_import_before (import_id, rate_id, version) select id, 1, 1 ${each}`)
  await run(`insert into rate_import_party select id, 1, 0, 0, 0 ${each}`)
  await deleteOldImports(fresh.database)
  const left = async (table: string) => {
    const { rows } = await sql<{ file_name: string }>`
      select file_name from rate_import i where exists (
        select from ${sql.table(table)} x where x.import_id = i.id) order by i.id`.execute(
      fresh.database,
    )
    return rows.map(({ file_name }) => file_name)
  }
  const { rows } = await sql<{ file_name: string }>`
    select file_name from rate_import order by id`.execute(fresh.database)
  expect(rows.map(({ file_name }) => file_name)).toEqual([
    ...['upload of now', 'preview of last week', 'followed by another', 'the last one', 'undone'],
  ])
  expect(await left('rate_import_chunk')).toEqual(['upload of now'])
  const kept = ['upload of now', 'preview of last week', 'the last one']
  for (const table of ['rate_import_row', 'rate_import_before', 'rate_import_party']) {
    expect(await left(table)).toEqual(kept)
  }
  // A row more than all previews may have: the older one goes.
  await run(`update rate_import set new_count = 1 where state = 'PREVIEWED' and new_count = 0`)
  await run(`insert into rate_import (tariff_id, file_name, state, created_by, new_count)
    select tariff_id, 'preview of now', 'PREVIEWED', created_by, 10 ${each} limit 1`)
  await run(`insert into rate_import_row (import_id, number, kind)
    select id, 1, 'NEW' ${each} where file_name = 'preview of now'`)
  await deleteOldImports(fresh.database, 11)
  expect(await left('rate_import_row')).toEqual([...kept, 'preview of now'])
  await deleteOldImports(fresh.database, 10)
  expect(await left('rate_import_row')).toEqual(['upload of now', 'the last one', 'preview of now'])
})

test('past rates go by their age, in batches', async () => {
  await sql`insert into past_rate (rate_id, replaced_at, tariff_id, prefix, destination, blocked,
      rate, effective_from, created_at)
    select n, now() - make_interval(days => n), t.id, '44', '', false, 1, now(), now()
    from generate_series(1, 9) n cross join (select id from tariff limit 1) t`.execute(
    fresh.database,
  )
  expect(await deletePastRates(fresh.database, before(5.5) ?? '', 2)).toBe(4)
  const { rows } = await sql<{ rate_id: number }>`
    select rate_id from past_rate order by rate_id`.execute(fresh.database)
  expect(rows.map(({ rate_id }) => rate_id)).toEqual([1, 2, 3, 4, 5])
})
