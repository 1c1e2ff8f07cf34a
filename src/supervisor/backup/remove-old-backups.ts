// Removes what the rule of kept backups leaves out, and the log that no kept backup needs.
import { type KeepRule, keptBackups } from '#core/backup/kept-backups.ts'
import { isSegment } from '#core/backup/wal-segments.ts'
import { BASE, type BackupStore, LOG, MANIFEST, SEALED } from './backup-store.ts'
import { listManifests, type Manifest } from './manifest.ts'

const endedMs = ({ ended_at }: Manifest): number => Date.parse(ended_at)

export async function removeOldBackups(store: BackupStore, rule: KeepRule): Promise<void> {
  const manifests = await listManifests(store)
  const { kept, log_from_ms } = keptBackups(manifests.map(endedMs), rule)
  const keptOnes = manifests.filter((one) => kept.has(endedMs(one)))
  for (const { name } of manifests.filter((one) => !keptOnes.includes(one))) {
    // Without its manifest it is no backup: an interruption leaves none that looks whole.
    await store.remove(BASE, `${name}${MANIFEST}`)
    await store.remove(BASE, `${name}.tar${SEALED}`)
  }
  const whole = new Set(keptOnes.map(({ name }) => `${name}.tar${SEALED}`))
  const last = manifests.at(-1)
  for (const file of await store.list(BASE)) {
    const isOrphan = file.endsWith(SEALED) && !whole.has(file)
    // One that is being made now has no manifest yet, and a later name.
    if (isOrphan && last && file < last.name) await store.remove(BASE, file)
  }
  const first = manifests.find((one) => endedMs(one) === log_from_ms)
  for (const file of await store.list(LOG)) {
    const name = file.slice(0, -SEALED.length)
    const isNeeded = keptOnes.some((one) => name >= one.first_segment && name <= one.last_segment)
    const isOld = first !== undefined && name < first.first_segment
    if (isSegment(name) && isOld && !isNeeded) await store.remove(LOG, file)
  }
}
