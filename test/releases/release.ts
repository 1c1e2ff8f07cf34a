// The files kept of a release: its migrations (N.sha256, which `sha256sum -c` reads), and the rows
// of a small carrier as its own code wrote them (N.rows: table, space, row as JSON).
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type AppliedMigration, migrate, readMigrations } from '#db/migrate.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'

const FOLDER = import.meta.dirname

interface Release {
  readonly migrations: readonly AppliedMigration[]
  /** By table. The rows stay text: ids of calls pass what a number holds. */
  readonly rows: ReadonlyMap<string, readonly string[]>
}

export async function readLastRelease(): Promise<Release> {
  const numbers = (await readdir(FOLDER)).flatMap((file) => /^(\d+)\.sha256$/.exec(file)?.[1] ?? [])
  const path = join(FOLDER, String(Math.max(...numbers.map(Number))))
  const sums = (await readFile(`${path}.sha256`, 'utf8')).trim().split('\n')
  const rows = new Map<string, string[]>()
  for (const line of (await readFile(`${path}.rows`, 'utf8')).trim().split('\n')) {
    const [table = '', row = ''] = line.split(/ (.*)/s)
    rows.set(table, [...(rows.get(table) ?? []), row])
  }
  return {
    migrations: sums.map((line) => {
      const [sha256 = '', name = ''] = line.split('  ')
      return { name, sha256 }
    }),
    rows,
  }
}

/** Replaces what is in the tables; they are those of the release, and nothing was added since. */
export async function loadRows(client: pg.Client, { rows }: Release): Promise<void> {
  const days = (rows.get('call_record') ?? []).map((row) => JSON.parse(row).started_at.slice(0, 10))
  await client.query(
    `select make_partition(parent, day::date) from unnest($1::text[]) day,
      unnest(array['call_record', 'call_charge', 'routing_log']) parent`,
    [[...new Set(days)]],
  )
  await client.query('begin')
  // Without foreign keys and triggers: the order does not matter, and nothing is done twice.
  await client.query('set local session_replication_role = replica')
  for (const [table, lines] of rows) {
    await client.query(`delete from ${table}`)
    const names = [...new Set(lines.flatMap((line) => Object.keys(JSON.parse(line))))].join(', ')
    await client.query(
      `insert into ${table} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${table}, $1)`,
      [asArray(lines)],
    )
    if (!/\bid\b/.test(names)) continue
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), max(id)) from ${table}`, [
      table,
    ])
  }
  await client.query('commit')
}

const asArray = (lines: readonly string[]): string => `[${lines.join(',')}]`

/** Writes both files. Rates that no call needed are left out, because there are thousands. */
export async function writeRelease(client: pg.Client, release: number): Promise<void> {
  const path = join(FOLDER, String(release))
  const { rows: sums } = await client.query<AppliedMigration>(
    'select name, sha256 from migration order by name',
  )
  await writeFile(
    `${path}.sha256`,
    sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`),
  )
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname <> 'migration' order by 1`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const some = name === 'tariff_rate' ? 'where id in (select rate_id from call_charge)' : ''
    const { rows } = await client.query<{ row: string }>(
      `select (select json_object_agg(key, value) from json_each(row_to_json(t))
        where json_typeof(value) <> 'null')::text as row from ${name} t ${some}`,
    )
    lines.push(...rows.map(({ row }) => `${name} ${row}\n`))
  }
  await writeFile(`${path}.rows`, lines)
}

/** Puts the small carrier into an empty database, and upgrades it to the schema of today. */
export async function loadUpgradedRelease(url: string, client: pg.Client): Promise<void> {
  const release = await readLastRelease()
  await migrate(url, (await readMigrations()).slice(0, release.migrations.length))
  await loadRows(client, release)
  await migrate(url)
  await makePartitionsAhead(client, Date.now())
}
