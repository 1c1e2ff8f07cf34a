// The files of an everyday run (docs/decisions/0052-test-runs.md): of those that take long, a share
// by the seed of the run, and those that a change is about.
import { basename } from 'node:path'
import { type Run, sampleOf } from '../support/sample.ts'

/** Faults, floods and crowds: minutes of waiting for what changes seldom. */
const LONG_CALLS = [
  'crowd',
  'digest-fuzz',
  'faults',
  'floods',
  'fuzz',
  'keep-alive',
  'kept-media',
  'many-calls',
  'media-spray',
  'nodes',
].map((name) => `test/calls/${name}.test.ts`)
const CALL_SHARES = 8
/** A change of a test beside the product is none of the product. */
const TEST = /\.test\.ts$/
/** The places that decide how a call runs. */
const CALL_PLACES = /^(kamailio|src\/engine|src\/supervisor|test\/sip)\//

/** Every page is looked at in each run, and so is every text of a SIP request. */
const ALWAYS_SCREENS = /every-page|session|hostile-text|content-policy/
const SCREEN_SHARES = 4

/** The files that an everyday run of the phase has, in their order; the given ones of others. */
export function everydayFiles(
  phase: string,
  files: readonly string[],
  changed: ReadonlySet<string>,
  run: Run,
): string[] {
  if (phase === 'calls') return everydayCalls(files, changed, run)
  if (phase === 'screens') return everydayScreens(files, changed, run)
  return [...files]
}

function everydayCalls(files: readonly string[], changed: ReadonlySet<string>, run: Run): string[] {
  const is_near = [...changed].some((path) => CALL_PLACES.test(path) && !TEST.test(path))
  const always = (file: string) => is_near || changed.has(file)
  const long = files.filter((file) => LONG_CALLS.includes(file))
  const taken = new Set(sampleOf(long, { shares: CALL_SHARES, always }, run))
  return files.filter((file) => taken.has(file) || !long.includes(file))
}

function everydayScreens(
  files: readonly string[],
  changed: ReadonlySet<string>,
  run: Run,
): string[] {
  const isNear = isAbout(changed)
  const always = (file: string) => changed.has(file) || isNear(basename(file))
  const rotating = files.filter((file) => !ALWAYS_SCREENS.test(file))
  const taken = new Set(sampleOf(rotating, { shares: SCREEN_SHARES, always }, run))
  return files.filter((file) => taken.has(file) || !rotating.includes(file))
}

/** Whether the name of a test or a page is about something that one of these files is about. */
export function isAbout(changed: ReadonlySet<string>): (name: string) => boolean {
  const product = [...changed].filter((path) => !TEST.test(path))
  const things = new Set(product.map(thingOf).filter((thing) => thing !== undefined))
  return (name) => [...things].some((thing) => name.includes(thing))
}

/** The thing, in the singular, that a file of the console or the API is about: its folder. */
const thingOf = (path: string): string | undefined =>
  /^src\/(?:web|api|contract)\/([\w-]+?)s?\//.exec(path)?.[1]
