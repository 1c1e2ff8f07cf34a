// The files that have changed since everything was last run: what is new is in each everyday run,
// until a whole run has passed.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** The commit of the last whole run that passed. */
const WHOLE_RUN = new URL('whole-run.txt', import.meta.url)

/**
 * The paths that differ from that commit, in later ones or in the work tree; none if git does not
 * know it. Each call starts git, so that a file of tests calls it once.
 */
export function changedFiles(
  folder = process.cwd(),
  since = readFileSync(WHOLE_RUN, 'utf8').trim(),
): ReadonlySet<string> {
  const lines = (...args: string[]) =>
    git(folder, ...args)
      .split('\n')
      .filter(Boolean)
  const known = lines('diff', '--name-only', '--no-renames', since, '--')
  return new Set([...known, ...lines('ls-files', '--others', '--exclude-standard')])
}

/** Notes a whole run that has passed, to be committed; a changed work tree is no commit. */
export function noteWholeRun(folder = process.cwd()): void {
  if (git(folder, 'status', '--porcelain') !== '') return
  writeFileSync(WHOLE_RUN, git(folder, 'rev-parse', 'HEAD'))
}

function git(folder: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout : ''
}
