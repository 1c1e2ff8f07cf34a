// The part of a matrix or a simulation that an everyday run looks at. The seed of a run is the
// number of commits and a share is taken by index, not at random: as many commits in a row as there
// are shares look at everything. Under WHOLE=1 (`npm run test:all`) each run does.
import { runSeed } from './run-seed.ts'

export interface Run {
  readonly seed: number
  readonly is_whole: boolean
}

export interface Sample<T> {
  /** The number of shares that the items are divided into; a run takes one of them. */
  readonly shares?: number
  /** Items that are in each run besides, such as those that have changed. */
  readonly always?: (item: T) => boolean
}

const SHARES = 8
const TENTH = 10

/** Whether everything is looked at, and not a share. */
export const isWhole = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  environment.WHOLE === '1'

/** The run of this process. A file that is run at the desk, without SEED, takes the share 0. */
export const thisRun = (): Run => ({ seed: runSeed(0), is_whole: isWhole() })

/** The items of this run, in their order; never none of some. */
export function sampleOf<T>(
  items: readonly T[],
  { shares = SHARES, always = () => false }: Sample<T> = {},
  { seed, is_whole }: Run = thisRun(),
): T[] {
  const count = Math.min(shares, items.length)
  return items.filter((item, at) => is_whole || at % count === seed % count || always(item))
}

/** The tenth of a number of events or random cases; all of them in a whole run. */
export const scaled = (count: number, { is_whole }: Run = thisRun()): number =>
  is_whole ? count : Math.ceil(count / TENTH)

/** The first of a simulation's nights: those of two runs in a row have none in common. */
export const firstNight = (nights_max: number, { seed }: Run = thisRun()): number =>
  1 + seed * nights_max
