// The description of a base backup; written last, so that a backup with a manifest is whole.
import { text as textOf } from 'node:stream/consumers'
import { z } from 'zod'
import { isSegment, segmentsBetween } from '#core/backup/wal-segments.ts'
import { BASE, type BackupStore, LOG, MANIFEST, SEALED } from './backup-store.ts'

const segment = z.string().refine(isSegment)

const manifest = z.object({
  format: z.literal(1),
  /** Also the name of its files. */
  name: z.string().regex(/^\d{8}T\d{6}Z$/),
  started_at: z.iso.datetime(),
  /** The first moment that can be restored from it. */
  ended_at: z.iso.datetime(),
  first_segment: segment,
  last_segment: segment,
  /** PostgreSQL's backup_label: where the restored server begins to read its log. */
  label: z.string().min(1),
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Manifest = z.output<typeof manifest>

/** The first segment of a backup's own time that is not stored; undefined if all are. */
export async function findMissingLog(
  store: BackupStore,
  { first_segment, last_segment }: Pick<Manifest, 'first_segment' | 'last_segment'>,
): Promise<string | undefined> {
  const stored = new Set(await store.list(LOG))
  const needed = segmentsBetween(first_segment, last_segment)
  return needed.find((name) => !stored.has(`${name}${SEALED}`))
}

export async function writeManifest(store: BackupStore, found: Manifest): Promise<void> {
  await store.put(BASE, `${found.name}${MANIFEST}`, `${JSON.stringify(found, null, 2)}\n`)
}

/** All whole backups, the oldest first; one that cannot be read is an error, not absent. */
export async function listManifests(store: BackupStore): Promise<Manifest[]> {
  const names = (await store.list(BASE)).filter((name) => name.endsWith(MANIFEST))
  const found: Manifest[] = []
  for (const name of names) {
    const read = manifest.safeParse(JSON.parse(await textOf(await store.get(BASE, name))))
    if (!read.success) throw new Error(`${BASE}/${name} is no manifest of a backup`)
    found.push(read.data)
  }
  return found
}
