// The answers of git about a folder, by which a run chooses its tests.
import { spawnSync } from 'node:child_process'

/** Its output without the last line break; empty if it fails, as outside of a repository. */
export function git(folder: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout.trimEnd() : ''
}
