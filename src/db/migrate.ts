// Brings a database to the newest schema: numbered SQL files, each once, each in its own
// transaction. A file that was applied is never edited, because no other database would learn of
// it: a change is a new file.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeClient } from './database.ts'
import { MIGRATION_LOCK } from './locks.ts'

/** The record that a database keeps of a file that was applied to it. */
export interface AppliedMigration {
  readonly name: string
  readonly sha256: string
}

export interface Migration extends AppliedMigration {
  readonly sql: string
}

const FOLDER = join(import.meta.dirname, 'migrations')

export const makeMigration = (name: string, sql: string): Migration => ({
  name,
  sql,
  sha256: createHash('sha256').update(sql).digest('hex'),
})

/** The files of this version, in the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name) => makeMigration(name, await readFile(join(FOLDER, name), 'utf8'))),
  )
}

/**
 * How what was applied differs from the first files of this version; nothing does in a database
 * that can be upgraded.
 */
export function differences(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): string[] {
  const ours = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const theirs = new Set(applied.map(({ name }) => name))
  const last =
    applied
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? ''
  return [
    ...applied
      .filter(({ name, sha256 }) => ours.has(name) && ours.get(name) !== sha256)
      .map(({ name }) => `${name} was edited after it was applied`),
    ...applied
      .filter(({ name }) => !ours.has(name))
      .map(({ name }) => `${name} is unknown to this version`),
    ...migrations
      .filter(({ name }) => name < last && !theirs.has(name))
      .map(({ name }) => `${name} was never applied, but later ones were`),
  ]
}

const MOST_NAMED = 3

function refuseForeign(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const found = differences(applied, migrations)
  if (found.length === 0) return
  const last = migrations.at(-1)?.name ?? ''
  const newer = applied.filter(({ name }) => name > last).map(({ name }) => name)
  if (newer.length === found.length) {
    throw new Error(
      `The database was upgraded by a newer version (${newer.join(', ')}): start that version, ` +
        'or restore the backup that was made before the upgrade',
    )
  }
  const rest = found.length > MOST_NAMED ? [`and ${found.length - MOST_NAMED} more`] : []
  throw new Error(
    `The database was made by other migrations than this version has: ${[
      ...found.slice(0, MOST_NAMED),
      ...rest,
    ].join('; ')}. After editing a migration: undo that and write a new one. ` +
      'A database from before release 1 cannot be upgraded: start with an empty one, ' +
      'by another DATA_DIR or DATABASE_URL',
  )
}

/** Applies what is missing and answers the names of the applied files. */
export async function migrate(url: string, migrations?: readonly Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations())
  const client = makeClient(url, 'migrate')
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await client.query(`create table if not exists migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<AppliedMigration>(
      'select name, sha256 from migration order by name',
    )
    refuseForeign(rows, wanted)
    const missing = wanted.slice(rows.length)
    for (const { name, sql, sha256 } of missing) {
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
      await client.query('commit')
    }
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
