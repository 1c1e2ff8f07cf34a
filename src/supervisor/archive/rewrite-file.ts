// Writes a file of the archive again with masked or erased columns, and nothing else of it changed
// (ADR-0047, ADR-0051).
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backups } from '../backup/backup-store.ts'
import { flushPath } from '../retention/export-partition.ts'
import { measureFile, PARQUET } from './archive-partition.ts'
import { quoted, quotedList, runDuckdb } from './duckdb.ts'
import { storeFile } from './stored-archive.ts'

export interface Rewrite {
  /** A condition of DuckDB: the records that change. */
  readonly whose: string
  /** Columns with their new value, which stays when it is applied again. */
  readonly columns: readonly (readonly [column: string, value: string])[]
}

/** The same as `mask_number` of the database. */
export const masked = (column: string): readonly [string, string] => [
  column,
  `left(${column}, greatest(4, length(${column}) - 4))
    || repeat('*', least(4, greatest(0, length(${column}) - 4)))`,
]

export const emptied = (column: string): readonly [string, string] => [column, `''`]

/** Files of one look. */
const FILES_MAX = 50

/** Those with records that the rewrite would change. */
export async function filesToRewrite(
  folder: string,
  files: readonly string[],
  { whose, columns }: Rewrite,
): Promise<string[]> {
  const found: string[] = []
  const isWhole = columns.map(([column, value]) => `${column} is distinct from ${value}`)
  for (let at = 0; at < files.length; at += FILES_MAX) {
    const paths = files.slice(at, at + FILES_MAX).map((file) => join(folder, file))
    const rows = await runDuckdb<{ filename: string }>({
      folder,
      statements: [
        `select distinct filename
        from read_parquet(${quotedList(paths)}, filename = true, union_by_name = true)
        where ${whose} and (${isWhole.join(' or ')})`,
      ],
    })
    const names = new Set(rows.map(({ filename }) => filename))
    found.push(...files.filter((file) => names.has(join(folder, file))))
  }
  return found
}

interface Place {
  readonly folder: string
  /** Undefined where none are made. */
  readonly backups: Backups | undefined
}

/** `note` stores the checksum of the new file, which then replaces the old one here and there. */
export async function rewriteFile(
  { folder, backups }: Place,
  file: string,
  rewrite: Rewrite,
  note: (sha256: string) => Promise<void>,
): Promise<void> {
  const written = await writeAgain(folder, file, rewrite)
  if (backups) {
    for (const [name, path] of written.replacing) await storeFile(name, path, backups)
  }
  await note(written.sha256)
  // The file itself last: as long as it is the old one, it is found and written again.
  for (const [name, path] of written.replacing) await rename(path, join(folder, name))
  await flushPath(folder)
}

interface WrittenFile {
  readonly sha256: string
  /** The manifest and the file, by the names that they are to have. */
  readonly replacing: ReadonlyMap<string, string>
}

async function writeAgain(folder: string, file: string, rewrite: Rewrite): Promise<WrittenFile> {
  const path = join(folder, file)
  const part = `${path}.part`
  await rm(part, { force: true })
  const replaced = rewrite.columns.map(
    ([column, value]) => `case when ${rewrite.whose} then ${value} else ${column} end as ${column}`,
  )
  await runDuckdb({
    folder,
    statements: [
      `copy (select * replace (${replaced.join(', ')}) from read_parquet(${quoted(path)})
        order by account_id, started_at) to ${quoted(part)} ${PARQUET}`,
    ],
  })
  await checkTheRest({ folder, path, part, rewrite })
  const measured = await measureFile(part)
  const manifest = file.replace(/parquet$/, 'json')
  const known = JSON.parse(await readFile(join(folder, manifest), 'utf8')) as object
  const text = JSON.stringify({ ...known, ...measured }, undefined, 2)
  await writeFile(join(folder, `${manifest}.part`), `${text}\n`, { mode: 0o600, flush: true })
  const replacing = new Map([manifest, file].map((name) => [name, join(folder, `${name}.part`)]))
  return { sha256: measured.sha256, replacing }
}

interface Compared {
  readonly folder: string
  readonly path: string
  readonly part: string
  readonly rewrite: Rewrite
}

/** Every other value of these records, and all of other records, are as they were. */
async function checkTheRest({ folder, path, part, rewrite }: Compared): Promise<void> {
  const columns = rewrite.columns.map(([column]) => column).join(', ')
  const facts = (source: string) => `(select
    (select count(*) from ${source}) as rows,
    (select bit_xor(hash(o)) from
      (select * from ${source} where not (${rewrite.whose})) o) as others,
    (select bit_xor(hash(o)) from
      (select * exclude (${columns}) from ${source} where ${rewrite.whose}) o) as own)`
  const [found] = await runDuckdb<{ same: boolean }>({
    folder,
    statements: [
      `select b.rows = a.rows and b.others is not distinct from a.others
        and b.own is not distinct from a.own as same
      from ${facts(`read_parquet(${quoted(path)})`)} b,
        ${facts(`read_parquet(${quoted(part)})`)} a`,
    ],
  })
  if (!found?.same) throw new Error(`${path} would lose more than it is to.`)
}
