// A module holds no state: what changes is a field of the object that it belongs to, so that two of
// them, as in a test, share nothing.
import { isTest, lineAt, type Source } from './source.ts'

const CHANGES = String.raw`new (Weak)?(Map|Set)|new \w+Array|\[\]|\{\}`
/** A variable, or a collection that is not read-only, outside of all functions. */
const STATE = new RegExp(
  String.raw`^(export )?(let \w+|const \w+(?!: [Rr]eadonly)(: [^=\n]+)? = (${CHANGES})(?=[(<\n]))`,
  'gm',
)

/** Why the state of these modules does no harm. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/core/billing/printed-amounts.ts': 'decimals of currencies, as formatters in calendar.ts',
  'src/core/time/calendar.ts':
    'formatters and instants: slow to make, always the same, and bounded',
  'src/core/time/time-window.ts': 'formatters, as in calendar.ts',
  'src/engine/main.ts': 'the engine of the process, for the signals that stop it',
  'src/web/http/client.ts': 'main.tsx sets how a session that has ended is renewed',
  'src/web/pickers/countries.ts': 'the list of countries: slow to make, always the same',
  'src/web/pickers/destination.ts': 'requests of different cells of a page that are sent as one',
  'src/web/session/sha-256.ts': 'scratch memory of one hash, written before it is read',
  'src/web/ui/values/Ticking.tsx': 'one timer for all durations of a page',
  'src/web/ui/values/format.ts': 'formatters, as in calendar.ts',
  'src/web/ui/grid/text-widths.ts': 'the canvas on which texts are measured',
}

export function checkModuleState(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path) && !(path in EXCEPTIONS))
    .flatMap(({ path, text, code }) =>
      [...code.matchAll(STATE)].map(
        ({ 0: found, index }) =>
          `${path}:${lineAt(text, index)} has ${found}: make it a field of what owns it.`,
      ),
    )
}

/** Exceptions without state, which are not needed. */
export function checkExceptions(sources: readonly Source[]): string[] {
  const code = new Map(sources.map((source) => [source.path, source.code]))
  return Object.keys(EXCEPTIONS).flatMap((path) =>
    new RegExp(STATE.source, 'm').test(code.get(path) ?? '') ? [] : [`${path} needs no exception.`],
  )
}
