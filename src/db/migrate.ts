// Brings a database to the newest schema: numbered SQL files, each once,
// each in its own transaction.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeClient } from './database.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Two starters wait for each other here. */
const LOCK = 727001

/**
 * Applies what is missing and answers the names of the applied files; fails if
 * an applied file was edited.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = makeClient(url, 'migrate')
  await client.connect()
  const applied: string[] = []
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await client.query(`create table if not exists migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration',
    )
    const known = new Map(rows.map((row) => [row.name, row.sha256]))
    const files = (await readdir(FOLDER)).filter((file) => /^\d{4}-[a-z-]+\.sql$/.test(file)).sort()
    for (const file of files) {
      const sql = await readFile(join(FOLDER, file), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      const before = known.get(file)
      if (before === sha256) continue
      if (before)
        throw new Error(
          `Migration ${file} was edited after it was applied: write a new one instead`,
        )
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into migration (name, sha256) values ($1, $2)', [file, sha256])
      await client.query('commit')
      applied.push(file)
    }
  } finally {
    await client.end()
  }
  return applied
}
