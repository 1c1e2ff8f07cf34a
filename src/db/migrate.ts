// Brings a database to the newest schema: numbered SQL files, each once, each in its own
// transaction. A file that was applied is never edited, because no other database would learn of
// it: a change is a new file.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { MIGRATION_LOCK } from './locks.ts'
import { withClient } from './with-client.ts'

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
      .filter((one) => one.name < last && !theirs.has(one.name) && !takesAway(one))
      .map(({ name }) => `${name} was never applied, but later ones were`),
  ]
}

/**
 * A migration that takes away what an earlier version needs has `contract` in its name, after the
 * number. It is in a release after the one that stops needing it, so that nodes can be updated one
 * by one (ADR-0040), and waits until the upgrade is confirmed (ADR-0049).
 */
const takesAway = ({ name }: Pick<Migration, 'name'>): boolean => /^\d{4}-contract-/.test(name)

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
    const contract = newer.find((name) => takesAway({ name }))
    if (!contract) return
    throw new Error(
      `The upgrade to a newer version was confirmed (${contract}): start that version, ` +
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

/** A node runs with the migrations of its version, and with later ones that take nothing away. */
export async function checkSchema(url: string, migrations?: readonly Migration[]): Promise<void> {
  const ours = migrations ?? (await readMigrations())
  const applied = await withClient(url, 'migrate', readApplied)
  const last = ours.at(-1)?.name ?? ''
  const later = applied.filter(({ name }) => name > last)
  const known = applied.filter(({ name }) => name <= last)
  refuseForeign(known, ours)
  const missing = missingOf(known, ours).find((one) => !takesAway(one))
  if (missing) {
    throw new Error(
      `The database lacks ${missing.name}: update the first machine (ROLE=all) ` +
        'before the other nodes',
    )
  }
  const contract = later.find(takesAway)
  if (!contract) return
  throw new Error(`This version is too old for the database (${contract.name}): update this node`)
}

/** By their names; none in a database that has no switch yet. */
async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('migration') is not null as has`,
  )
  if (!rows[0]?.has) return []
  const applied = await client.query<AppliedMigration>(
    'select name, sha256 from migration order by name',
  )
  return applied.rows
}

function missingOf(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): Migration[] {
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

export interface Pending {
  /** Those that take nothing away, which a start applies. */
  readonly waiting: readonly Migration[]
  /** Those that take something away, which wait until the upgrade is confirmed. */
  readonly contracts: readonly Migration[]
}

/** Fails for a database that this version cannot upgrade. */
export async function readPending(
  client: pg.Client,
  migrations?: readonly Migration[],
): Promise<Pending> {
  const wanted = migrations ?? (await readMigrations())
  const applied = await readApplied(client)
  refuseForeign(applied, wanted)
  const missing = missingOf(applied, wanted)
  // No version has ever used an empty database.
  if (applied.length === 0) return { waiting: missing, contracts: [] }
  return {
    waiting: missing.filter((one) => !takesAway(one)),
    contracts: missing.filter(takesAway),
  }
}

/** In a transaction of its own; `check` runs before its end. */
export async function applyMigration(
  client: pg.Client,
  { name, sql, sha256 }: Migration,
  check?: () => Promise<void>,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
    await check?.()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** While no other process changes the schema. */
export function whileMigrating<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(url, 'migrate', async (client) => {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await client.query(`create table if not exists migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    return await work(client)
  })
}

/** Applies what is missing, and takes nothing away; answers the names of the applied files. */
export function migrate(url: string, migrations?: readonly Migration[]): Promise<string[]> {
  return whileMigrating(url, async (client) => {
    const { waiting } = await readPending(client, migrations)
    for (const one of waiting) await applyMigration(client, one)
    return waiting.map(({ name }) => name)
  })
}

/** Takes away what only earlier versions need: they cannot be started any more. */
export function confirmUpgrade(url: string, migrations?: readonly Migration[]): Promise<string[]> {
  return whileMigrating(url, async (client) => {
    const { waiting, contracts } = await readPending(client, migrations)
    const [first] = waiting
    if (first) throw new Error(`${first.name} is not applied yet: start this version first`)
    for (const one of contracts) {
      await refuseOldNodes(client, one.name)
      await applyMigration(client, one)
    }
    return contracts.map(({ name }) => name)
  })
}

/** The oldest version that runs decides which migrations may run. */
async function refuseOldNodes(client: pg.Client, migration: string): Promise<void> {
  const { rows } = await client.query<{ name: string; release: string }>(
    `select n.name, n.release from node n
      join process_state p on p.node_id = n.id and p.name = 'supervisor'
    where n.removed_at is null and n.last_migration < $1 and p.state <> 'stopped'
      and p.seen_at > now() - interval '1 minute' order by n.id`,
    [migration],
  )
  const [oldest] = rows
  if (!oldest) return
  throw new Error(
    `${migration} takes away what ${oldest.name} with version ${oldest.release} needs: update or ` +
      'stop that node first',
  )
}
