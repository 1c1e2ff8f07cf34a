// Text that was quoted for the database became a command of psql, which scripts fed with it.
import { expect, test } from 'vitest'
import { makeClient } from '#db/database.ts'
import { readSources } from '../architecture/source.ts'
import { freshDatabase } from '../support/database.ts'

test('nothing is piped into psql', () => {
  const sources = readSources('src', 'scripts')
  expect(sources.filter(({ text }) => /\bpsql\b/.test(text)).map(({ path }) => path)).toEqual([])
})

test('the server is newer than the versions that quote wrongly', async () => {
  const { url, close } = await freshDatabase()
  const client = makeClient(url, 'test')
  await client.connect()
  try {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as number",
    )
    expect(rows[0].number).toBeGreaterThanOrEqual(150_011)
  } finally {
    await client.end()
    await close()
  }
})
