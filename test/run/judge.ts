// The verdict on a failed file and on a run: a fault, or chance that is said and counted.
import type { FileResult, Outcome, Results } from './results.ts'

/** A file that failed once, and what became of it. */
export interface Failed {
  readonly result: FileResult
  /** Unsteady: it passed alone. */
  readonly verdict: 'FAILED' | 'UNSTEADY'
}

/** More files than these that failed once and passed alone are no chance: the run fails. */
export const UNSTEADY_MAX = 3

/** Where a race would be a fault of the product, so that a wrong value counts at once. */
const STRICT = [
  /^test\/regress\//,
  /^src\/core\//,
  /^src\/engine\/charging\//,
  /\/(foreign-ids|brand-secrecy|hidden-money|permission-matrix)\.test\.ts$/,
  /\/hostile-[^/]*$/,
]

/** Faults anywhere, and however often: money, and a program of ours that ended by itself. */
const FAULTS = [/The books are wrong/, /A process of ours died/]

/** The words of Vitest, Playwright and our own waits when the time is over. */
const TIME_OUT = /timed out|time-?out .*exceeded|Waited \d+ s in vain/i

const errorsOf = ({ failures }: FileResult): string[] => failures.flatMap(({ errors }) => errors)

/** Whether the failed file may run once more: a machine that is busy could be the cause. */
export function mayBeChance(failed: FileResult): boolean {
  const errors = errorsOf(failed)
  if (errors.some((error) => FAULTS.some((fault) => fault.test(error)))) return false
  const isStrict = STRICT.some((place) => place.test(failed.file))
  return !isStrict || errors.every((error) => TIME_OUT.test(error))
}

/** Whether the second run, of that file alone, passed: it ran, and nothing at all was wrong. */
export function hasPassed({ files, unhandled }: Results, { file, tests }: FileResult): boolean {
  const again = files.find((one) => one.file === file)
  if (!again || unhandled.length > 0) return false
  return again.failures.length === 0 && again.tests >= Math.max(tests, 1)
}

/** A machine of continuous integration may lack nothing else: `npm test` installs it. */
const MAY_LACK = ['root', 'pgbackrest and root']

/**
 * Why the run has failed, each reason a sentence; none if it has passed. At a desk a test may be
 * skipped for whatever it names; in continuous integration (`is_ci`) only for what may be lacking.
 */
export function faultsOf(
  outcomes: readonly Outcome[],
  failed: readonly Failed[],
  is_ci: boolean,
): string[] {
  const count = (verdict: Failed['verdict']) =>
    failed.filter((one) => one.verdict === verdict).length
  const faults = outcomes.flatMap(({ name, files, unhandled, exit_code }) => {
    const outside = unhandled.map((error) => `${name}: an error outside of any test: ${error}`)
    if (files.length === 0) return [...outside, `${name}: no test ran.`]
    const hasReason = outside.length > 0 || files.some(({ failures }) => failures.length > 0)
    if (exit_code === 0 || hasReason) return outside
    return [`${name}: it ended with ${exit_code ?? 'a signal'}, although no test failed.`]
  })
  const lacks = lacksOf(outcomes).filter((one) => !MAY_LACK.includes(one))
  if (is_ci) faults.push(...lacks.map((one) => `Tests are skipped, which need ${one}.`))
  if (count('FAILED') > 0) faults.push(`${count('FAILED')} files failed.`)
  if (count('UNSTEADY') > UNSTEADY_MAX) {
    faults.push(`${count('UNSTEADY')} files are unsteady, and ${UNSTEADY_MAX} may be.`)
  }
  return faults
}

/** Each thing once that tests were skipped for; those behind a failed set-up are no news. */
function lacksOf(outcomes: readonly Outcome[]): string[] {
  const whole = outcomes.flatMap(({ files }) => files.filter((file) => file.failures.length === 0))
  return [...new Set(whole.flatMap(({ skips }) => skips.map(({ needs }) => needs)))]
}
