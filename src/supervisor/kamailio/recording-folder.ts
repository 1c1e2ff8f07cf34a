// The folder in which rtpengine writes the packets of recorded calls. The recorder reads and
// deletes them there as another user, in the group of the folders.
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { ANNOUNCEMENT_FILES, toneFile } from '#core/recording/announcement.ts'
import { makeFolder, type Owner } from '../processes/folder.ts'
import { daemonUser, serviceUser } from '../processes/system-user.ts'

/** New files get the group of the folder. */
const SHARED_MODE = 0o2770
/** rtpengine's own names. */
const FOLDERS = ['pcaps', 'metadata', 'tmp'] as const

export const recordingArgs = (folder: string): string[] => [
  `--recording-dir=${folder}`,
  // The other method needs a module of the kernel.
  '--recording-method=pcap',
  '--recording-format=raw',
]

export async function makeRecordingFolder(folder: string): Promise<void> {
  const shared: Owner = { uid: daemonUser('rtpengine').uid, gid: serviceUser('recorder').gid }
  // The operator's announcement is here, which rtpengine reads.
  await makeFolder(folder, 0o755)
  for (const name of FOLDERS) await makeFolder(join(folder, name), SHARED_MODE, shared)
  await fs.writeFile(join(folder, ANNOUNCEMENT_FILES.TONE), toneFile(), { mode: 0o644 })
}
