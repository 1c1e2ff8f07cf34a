// Sizes and words. Rules that the linter has already (length of functions, `any`, unused code) are
// not here twice; tidy.test.ts proves that the linter does have them.
import { posix } from 'node:path'
import { isTest, lineAt, type Source } from './source.ts'

export const LIMITS = { file: 350, median: 90, p90: 220, line: 100, folder: 29 }

interface Ban {
  readonly word: RegExp
  readonly in: RegExp
  readonly but?: RegExp
  readonly instead: string
}

/** Where a process reads its clock; everything else has a Clock or an instant as an argument. */
const CLOCKS = [
  'src/api/main.ts',
  'src/engine/main.ts',
  'src/jobs/main.ts',
  'src/jobs/sip-traces/tracer.ts',
  'src/jobs/recordings/recorder.ts',
  'src/supervisor/main.ts',
  'src/supervisor/backup/backup-command.ts',
  'src/supervisor/backup/restore-command.ts',
  'src/supervisor/upgrade/upgrade-command.ts',
  'src/supervisor/reset-admin.ts',
  'src/supervisor/processes/stopwatch.ts',
  'src/web/ui/browser-clock.ts',
]

/** Where a process takes random numbers. */
const GENERATORS = [
  'src/api/http/random.ts',
  'src/engine/main.ts',
  'src/jobs/random.ts',
  'src/supervisor/random.ts',
  'src/web/ui/random.ts',
  // A nonce that comes twice would give the passwords away, so that no argument may choose it.
  'src/db/secrets/secret-keys.ts',
]

const testsAnd = (paths: readonly string[]): RegExp =>
  new RegExp(`[.]test[.]tsx?$|^(${paths.map((path) => path.replaceAll('.', '[.]')).join('|')})$`)

const TESTS = /[.](test|e2e|calls)[.]tsx?$/

/** Tests about a moment: what comes that much later, or is paced like that. */
const PACED = [
  'test/calls/(false-bye|late-answer|late-money|media-spray|nodes)',
  'test/(integration/pgbackrest|screens/(backup-walk|first-load))',
  'src/supervisor/(backup/(killed-)?backup|kamailio/tunnels|nodes/join|retention/mask-numbers)',
  'src/(supervisor/upgrade/upgrade|api/(api-examples|http/limits))',
]

const BANS: readonly Ban[] = [
  {
    word: /\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bperformance\b/,
    in: /^src\/core\//,
    instead: 'core has no clock and no chance: take the instant or the number as an argument',
  },
  {
    word: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.|\bhrtime\b/,
    in: /^src\/(contract|db|api|engine|jobs|supervisor|web)\//,
    but: testsAnd(CLOCKS),
    instead: 'take a Clock (core/time/clock.ts) or the instant as an argument',
  },
  {
    word: /\bMath\.random\b|\brandom(Bytes|Fill|FillSync|Int|UUID)\b|\bgetRandomValues\b/,
    in: /^src\/(contract|db|api|engine|jobs|supervisor|web)\//,
    but: testsAnd(GENERATORS),
    instead: 'take the random number as an argument, or the random.ts of this process for a secret',
  },
  {
    word: /\bdangerouslySetInnerHTML\b|\b(inner|outer)HTML\b|\binsertAdjacentHTML\b/,
    in: /^src\/web\//,
    instead: 'text from the network is shown as text (ADR-0011)',
  },
  {
    word: /\bcreatePolicy\b/,
    in: /^src\/web\//,
    but: /^src\/web\/(setup|alerts\/sanitise)\.ts$/,
    instead: 'only these two files make text trusted (ADR-0011)',
  },
  {
    word: /\beval\(|\bnew Function\b/,
    in: /^src\//,
    instead: 'text is never run',
  },
  {
    word: /(?<![.\w])fetch\(/,
    in: /^src\/web\//,
    but: /^src\/web\/http\//,
    instead: 'call the endpoint through web/http, which knows token, limit and errors',
  },
  {
    word: /\b(find|get|query)(All)?ByTestId\b|\bdata-testid\b/,
    in: /^(src|test)\//,
    but: /^test\/architecture\//,
    instead: 'find it as a user does: by role and name',
  },
  {
    word: /\bnew (pg\.)?Pool\(/,
    in: /^(src|test)\//,
    but: /^src\/db\/database\.ts$/,
    instead: 'makePool of db/database.ts hears when an idle connection breaks',
  },
  {
    word: /\b(test|describe|it)\.(only|skip|todo)\b/,
    in: /^(src|test)\//,
    instead: 'a test runs or is deleted',
  },
  {
    word: /\.(skipIf|runIf)\b/,
    in: TESTS,
    instead: 'needs(…) of test/support/needs.ts says in the summary what the machine lacks',
  },
  {
    word: /\bretry:/,
    in: TESTS,
    instead: 'the runner looks at a failed file once more, alone (ADR-0052)',
  },
  {
    word: /\btimeout: ([1-9]\d{0,3}|[1-5]\d_\d{3})\b/,
    in: TESTS,
    // There it is a field of the product.
    but: /^src\/(web\/alerts\/alerts|engine\/calls\/rtp-timeout)\.test\.ts$/,
    instead: 'the patience of the project (vitest.config.ts) is the same for all',
  },
  {
    word: /\}, ([1-9]\d{3}|[1-9]\d_\d{3}|[12]\d\d_\d{3})\)$/m,
    in: TESTS,
    // Nothing waits in core, where these are instants.
    but: /^src\/core\//,
    instead: 'the patience of the project (vitest.config.ts) is the same for all',
  },
  {
    word: /\b(setTimeout|waitForTimeout|pause|sleep)\((?!\))/,
    in: TESTS,
    but: new RegExp(`^(${PACED.join('|')})\\.`),
    instead: 'wait for the condition (test/sip/until.ts); absence is proved by what comes later',
  },
  {
    word: /expect\((performance|Date)\.now\(\)/,
    in: TESTS,
    instead: 'a busy machine takes longer: the order of events is what counts',
  },
  {
    word: /\.click\([^\n]*\)\n\s*await do[A-Z]\w*\(/,
    in: TESTS,
    instead: 'wait for what the page says first: the job may look before the request has arrived',
  },
  {
    // Linux gives ports from 32768 on to sockets that ask for none.
    word: /(?<=(port|PORT|rtp_(min|max))(:| =) )(3[3-9]|[45]\d|6[0-5])_?\d{3}\b/,
    in: /^test\//,
    instead: 'take ports below 32768: those above may be in use by any socket',
  },
]

const place = (source: Source, index: number): string =>
  `${source.path}:${lineAt(source.text, index)}`

export function checkWords(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    BANS.filter((ban) => ban.in.test(source.path) && !ban.but?.test(source.path)).flatMap((ban) =>
      [...source.code.matchAll(new RegExp(ban.word, `${ban.word.flags}g`))].map(
        ({ 0: word, index }) => `${place(source, index)} has ${word}: ${ban.instead}.`,
      ),
    ),
  )
}

const LATER = /\b(TODO|FIXME|XXX|HACK)\b/

/** The shapes of a line of code that a sentence does not have. */
const DEAD_CODE = [
  /^(import|export) .*from ['"]/,
  /^(const|let|var) [\w{[].*=/,
  /^(if|for|while|switch) ?\(.*\{$/,
  /^(return|await|throw) (new )?[\w.]+\(/,
  /^\}( else \{)?$/,
  /^[\w.]+\(.*\)( \{)?;?$/,
  /^<\/?[A-Z]\w*.*>$/,
]

export function checkComments(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, comments }) =>
    comments.split('\n').flatMap((line, i) => {
      const said = line.trim().replace(/^(\/\/|\/?\*+)\s*/, '')
      const later = LATER.exec(said)
      if (later) return [`${path}:${i + 1} says ${later[0]}: do it now, or open an issue.`]
      if (!DEAD_CODE.some((looks) => looks.test(said))) return []
      return [`${path}:${i + 1} is commented-out code: git remembers it.`]
    }),
  )
}

const countLines = (text: string): number => text.trimEnd().split('\n').length

export function checkLines(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const long = text.split('\n').flatMap((line, i) => (line.length > LIMITS.line ? [i + 1] : []))
    const faults = long.map((n) => `${path}:${n} is longer than ${LIMITS.line} characters.`)
    const lines = countLines(text)
    if (lines <= LIMITS.file) return faults
    return [
      ...faults,
      `${path} has ${lines} lines: split it by meaning, ${LIMITS.file} is the limit.`,
    ]
  })
}

/** A log of what was done, one file after the other, has no shelves. */
const LOGS = ['src/db/migrations']

/** Files beside each other, without their tests and the folders among them. */
export function checkFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = posix.dirname(path)
    if (!isTest(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) =>
    count <= LIMITS.folder || LOGS.includes(folder)
      ? []
      : [`${folder} has ${count} files: put those of one subject in a folder of their own.`],
  )
}

/** The sizes of the files of src without their tests. */
export function measure(sources: readonly Source[]): { median: number; p90: number } {
  const sizes = sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .map(({ text }) => countLines(text))
    .sort((a, b) => a - b)
  const at = (share: number): number => sizes[Math.floor((sizes.length - 1) * share)] ?? 0
  return { median: at(0.5), p90: at(0.9) }
}
