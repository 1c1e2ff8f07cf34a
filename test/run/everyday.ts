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
/** The places that decide how a call runs. */
const CALL_PLACES = /^(kamailio|src\/engine|src\/supervisor|test\/sip)\//

/** Real servers, stores and restored copies, of which each test needs its own. */
export const LONG_UNIT =
  /^(src\/supervisor\/(archive|backup|upgrade)\/|test\/integration\/pgbackrest)/
const UNIT_PLACES = /^src\/(supervisor|db\/migrations)\//

/** Every page is looked at in each run, and so is every text of a SIP request. */
const ALWAYS_SCREENS = /every-page|session|hostile-text|content-policy/

/** A change of a test beside the product is none of the product. */
const TEST = /\.test\.ts$/
const ofProduct = (changed: ReadonlySet<string>): string[] =>
  [...changed].filter((path) => !TEST.test(path))

interface Rotation {
  /** Whether the file comes in turn; the others are in each run. */
  readonly rotates: (file: string) => boolean
  /** By what has changed: whether a file is about it. */
  readonly isNear: (changed: ReadonlySet<string>) => (file: string) => boolean
}

const within = (places: RegExp) => (changed: ReadonlySet<string>) => {
  const is_near = ofProduct(changed).some((path) => places.test(path))
  return () => is_near
}

/** By the phase. */
const ROTATIONS: Readonly<Record<string, Rotation>> = {
  calls: {
    rotates: (file) => LONG_CALLS.includes(file),
    isNear: within(CALL_PLACES),
  },
  unit: {
    rotates: (file) => LONG_UNIT.test(file),
    isNear: within(UNIT_PLACES),
  },
  screens: {
    rotates: (file) => !ALWAYS_SCREENS.test(file),
    isNear(changed) {
      const isNamed = isAbout(changed)
      return (file) => isNamed(basename(file))
    },
  },
}

/** The files that an everyday run of the phase has, in their order. */
export function everydayFiles(
  phase: string,
  files: readonly string[],
  changed: ReadonlySet<string>,
  run: Run,
): string[] {
  const rotation = ROTATIONS[phase]
  if (!rotation) return [...files]
  const { rotates, isNear } = rotation
  const isNearChange = isNear(changed)
  const always = (file: string) => changed.has(file) || isNearChange(file)
  const taken = new Set(sampleOf(files.filter(rotates), { always }, run))
  return files.filter((file) => taken.has(file) || !rotates(file))
}

/** Whether the name of a test or a page is about something that one of these files is about. */
export function isAbout(changed: ReadonlySet<string>): (name: string) => boolean {
  const things = new Set(
    ofProduct(changed)
      .map(thingOf)
      .filter((thing) => thing !== undefined),
  )
  return (name) => [...things].some((thing) => name.includes(thing))
}

/** The thing, in the singular, that a file of the console or the API is about: its folder. */
const thingOf = (path: string): string | undefined =>
  /^src\/(?:web|api|contract)\/([\w-]+?)s?\//.exec(path)?.[1]
