// Nights one after the other, those first that went wrong before.
import { readFileSync, writeFileSync } from 'node:fs'
import { type EpisodeResult, runEpisode } from './episode.ts'

/** A kind of nights, and the seeds of those that went wrong. */
export interface Nights {
  readonly run: (seed: number) => Promise<EpisodeResult>
  readonly seeds: URL
}

export const NIGHTS: Nights = {
  run: runEpisode,
  seeds: new URL('seeds.json', import.meta.url),
}

export interface SimulationOptions {
  readonly events: number
  /** Stops earlier, after so much time. */
  readonly seconds_max: number
  readonly first_seed: number
  readonly say: (line: string) => void
}

export interface Simulation {
  readonly events: number
  readonly calls: number
  readonly nights: number
  readonly seconds: number
  readonly failures: readonly { readonly seed: number; readonly why: string }[]
}

/** More of them would only say the same. */
const FAILURES_MAX = 3

const readSeeds = (file: URL): number[] => JSON.parse(readFileSync(file, 'utf8')) as number[]

/** A night that went wrong is played again in every later run. */
function keepSeed(file: URL, seed: number): void {
  const seeds = new Set([...readSeeds(file), seed])
  writeFileSync(file, `[${[...seeds].join(', ')}]\n`)
}

export async function simulate(
  options: SimulationOptions,
  { run, seeds }: Nights = NIGHTS,
): Promise<Simulation> {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const failures: { seed: number; why: string }[] = []
  let events = 0
  let calls = 0
  let nights = 0
  const kept = readSeeds(seeds)
  while (failures.length < FAILURES_MAX) {
    const is_kept = nights < kept.length
    if (!is_kept && (events >= options.events || seconds() > options.seconds_max)) break
    const seed = is_kept ? kept[nights]! : options.first_seed + nights - kept.length
    try {
      const night = await run(seed)
      events += night.events
      calls += night.calls
    } catch (error) {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
      options.say(`seed ${seed} fails: ${why}`)
      failures.push({ seed, why })
      keepSeed(seeds, seed)
    }
    nights += 1
    // Others of this process want to live too.
    await new Promise(setImmediate)
  }
  return { events, calls, nights, seconds: seconds(), failures }
}
