import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { REFERENCES, type Referred } from './references.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.close())

/** Every column with a foreign key to the table, but for the parts of the thing itself. */
async function foreignKeysTo(table: Referred): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype <> 'c'`.execute(
    fresh.database,
  )
  return rows.map(({ name }) => name)
}

test.each(Object.keys(REFERENCES) as Referred[])(
  'every column that refers to a %s is asked before one is deleted',
  async (table) => {
    const listed = Object.keys(REFERENCES[table]).filter((name) => name !== 'translation.rules')
    expect(listed.sort()).toEqual((await foreignKeysTo(table)).sort())
  },
)
