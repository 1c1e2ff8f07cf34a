// Text that was quoted for the database became a command of psql, which scripts fed with it.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSources } from '../architecture/source.ts'
import { freshDatabase } from '../support/database.ts'

test('nothing is piped into psql', () => {
  const sources = readSources('src', 'scripts')
  expect(sources.filter(({ text }) => /\bpsql\b/.test(text)).map(({ path }) => path)).toEqual([])
})

test('the server is newer than the versions that quote wrongly', async () => {
  const { database, close } = await freshDatabase()
  try {
    const { rows } = await sql<{ number: number }>`
      select current_setting('server_version_num')::int as number`.execute(database)
    expect(rows[0]?.number).toBeGreaterThanOrEqual(150_011)
  } finally {
    await close()
  }
})
