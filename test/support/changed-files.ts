// The files that have changed since everything was last run: what is new is in each everyday run,
// until a whole run has passed.
import { readFileSync, writeFileSync } from 'node:fs'
import { git } from './git.ts'

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

/** Notes a whole run that passed, to be committed. Answers the line that says so, or why not. */
export function noteWholeRun(folder = process.cwd()): string {
  if (git(folder, 'status', '--porcelain') !== '') {
    return 'This whole run is not noted: the work tree has changes that are in no commit.'
  }
  writeFileSync(WHOLE_RUN, `${git(folder, 'rev-parse', 'HEAD')}\n`)
  return 'This whole run is noted in test/support/whole-run.txt: commit it.'
}
