import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  checkComments,
  checkFolders,
  checkLines,
  checkWords,
  LIMITS,
  measure,
} from './check-tidy.ts'
import { listFiles, makeSource, ROOT, readSources, type Source } from './source.ts'

interface Report {
  diagnostics: { category: string; location: { path: string } }[]
}

const sources = readSources('src', 'test', 'scripts')

test('no file and no line is longer than a reader can hold', () => {
  expect(checkLines(sources)).toEqual([])
})

test('most files fit on a screen or two', () => {
  const { median, p90 } = measure(sources)
  expect(median, 'median of the lines of a file in src').toBeLessThanOrEqual(LIMITS.median)
  expect(p90, 'nine files of ten in src have fewer lines').toBeLessThanOrEqual(LIMITS.p90)
})

test('comments hold no promises and no code', () => {
  expect(checkComments(sources)).toEqual([])
})

test('no room uses what it must not have', () => {
  expect(checkWords(sources)).toEqual([])
})

const plant = (path: string, text: string): readonly Source[] => [makeSource(path, text)]

test.each([
  ['the clock in core', 'src/core/a.ts', 'const t = Date.now()'],
  ['a date in core', 'src/core/a.ts', 'const t = new Date(0)'],
  ['chance in core', 'src/core/a.ts', 'const t = Math.random()'],
  ['a stopwatch in core', 'src/core/a.ts', 'performance.mark()'],
  ['the clock in the engine', 'src/engine/a.ts', 'const t = Date.now()'],
  ['the date of today', 'src/db/a.ts', 'const today = new Date()'],
  ['a stopwatch in the supervisor', 'src/supervisor/a.ts', 'const t = performance.now()'],
  ['the clock in a main file of another name', 'src/api/http/main.ts', 'const t = Date.now()'],
  ['chance in the engine', 'src/engine/a.ts', 'const t = Math.random()'],
  ['a secret of its own', 'src/api/a.ts', 'const key = randomBytes(16)'],
  ['a random id', 'src/web/ui/a.ts', 'const id = crypto.randomUUID()'],
  ['raw HTML', 'src/web/ui/A.tsx', 'const a = <p dangerouslySetInnerHTML={b} />'],
  ['raw HTML by hand', 'src/web/ui/a.ts', 'element.innerHTML = text'],
  ['text that is run', 'src/web/ui/a.ts', 'eval(text)'],
  ['a stray fetch', 'src/web/home/a.ts', "void fetch('/api/me')"],
  ['a test id', 'test/screens/a.e2e.ts', "page.getByTestId('save')"],
  ['a lonely test', 'src/core/a.test.ts', 'test.only()'],
  ['a silent skip', 'src/core/a.test.ts', "test.skipIf(isNight)('sleeps')"],
  ['a second try', 'test/screens/a.e2e.ts', "test('walks', { retry: 2 }, walk)"],
  ['an impatient wait', 'src/engine/a.test.ts', 'await vi.waitFor(ended, { timeout: 5000 })'],
  ['a sleep', 'src/engine/a.test.ts', 'await sleep(200)'],
  ['a sleep of a page', 'test/screens/a.e2e.ts', 'await page.waitForTimeout(1500)'],
  ['a bound on real time', 'src/a.test.ts', 'expect(performance.now() - begun).toBeLessThan(9)'],
  ['an impatient test', 'src/engine/a.test.ts', "test('a', async () => {\n}, 60_000)"],
  [
    'a job that comes before its request',
    'test/screens/a.e2e.ts',
    "await button('Preview').click()\n  await doRateImports(api)",
  ],
  ['a port of any socket', 'test/calls/a.test.ts', 'const place = { first_port: 33_900 }'],
  ['a pool of its own', 'src/api/a.test.ts', 'const pool = new pg.Pool({ max: 1 })'],
])('finds a planted word: %s', (_what, path, text) => {
  expect(checkWords(plant(path, text))).toHaveLength(1)
})

test.each([
  ['arithmetic in core', 'src/core/a.ts', 'const a = Math.max(1, 2)'],
  ['the clock of a main file', 'src/engine/main.ts', 'const t = Date.now()'],
  ['the clock of a test', 'src/engine/a.test.ts', 'const t = Date.now()'],
  ['a port of our own', 'test/calls/a.test.ts', 'const place = { first_rtp_port: 31_900 }'],
  ['a date from an instant', 'src/db/a.ts', 'const at = new Date(at_ms)'],
  ['the generator of the API', 'src/api/http/random.ts', 'const key = randomBytes(16)'],
  ['a comment about the clock', 'src/core/a.ts', '// Date.now() is not for us.'],
  ['a method of the same name', 'src/web/lists/a.ts', 'query.fetch()'],
  ['a patient walk', 'test/screens/a.e2e.ts', 'await shown.waitFor({ timeout: 100_000 })'],
  [
    'a job after a word of the page',
    'test/screens/a.e2e.ts',
    "await button('Preview').click()\n  await compared.waitFor()\n  await doRateImports(api)",
  ],
  ['the fetch of web/http', 'src/web/http/client.ts', 'await fetch(url)'],
])('leaves alone: %s', (_what, path, text) => {
  expect(checkWords(plant(path, text))).toEqual([])
})

test.each([
  ['a promise', '// TODO round it'],
  ['a second promise', '/* FIXME */'],
  ['an old line', '// const rate = findRate(number)'],
  ['an old call', '  // close(call)'],
  ['an old branch', '// if (call.answered) {'],
])('finds in a planted comment: %s', (_what, text) => {
  expect(checkComments(plant('src/core/a.ts', text))).toHaveLength(1)
})

test.each([
  '// A started second is billed (ADR-0004).',
  '// If the number is too long, the call is refused: that is what RFC 3261 asks for.',
  "const text = 'TODO'",
])('leaves alone: %s', (text) => {
  expect(checkComments(plant('src/core/a.ts', text))).toEqual([])
})

test('finds a planted long file and a planted long line', () => {
  expect(checkLines(plant('src/core/a.ts', 'a\n'.repeat(351)))).toHaveLength(1)
  expect(checkLines(plant('src/core/a.ts', 'a'.repeat(101)))).toHaveLength(1)
  expect(checkLines(plant('src/core/a.ts', 'a\n'.repeat(350)))).toEqual([])
})

test('no folder holds more files than a reader can survey', () => {
  expect(checkFolders(listFiles('src', /\.\w+$/))).toEqual([])
})

test('finds a planted full folder, in which tests do not count', () => {
  const files = (count: number) => Array.from({ length: count }, (_, i) => `src/core/a${i}.ts`)
  expect(checkFolders(files(30))).toHaveLength(1)
  expect(checkFolders([...files(29), 'src/core/b.test.ts', 'src/core/sub/b.ts'])).toEqual([])
})

const longFunction = (lines: number): string =>
  `export function f(a: number): void {\n${'  f(a)\n'.repeat(lines)}}\n`

/** Files with a tree of their own, and the rule by which the linter must find each there. */
const PLANTED: Readonly<Record<string, readonly [string, string]>> = {
  'src/core/long.ts': [longFunction(71), 'complexity/noExcessiveLinesPerFunction'],
  'src/web/Long.tsx': [longFunction(121), 'complexity/noExcessiveLinesPerFunction'],
  'src/db/any.ts': ['export const f = (a: any): string => a.b\n', 'suspicious/noExplicitAny'],
  'src/db/wish.ts': ['export const f = (a?: string) => a!.at(0)\n', 'style/noNonNullAssertion'],
  'src/db/default.ts': ['export default 1\n', 'style/noDefaultExport'],
  'src/api/log.ts': ["console.log('here')\n", 'suspicious/noConsole'],
  'src/api/dead.ts': ['const a = 1\n', 'correctness/noUnusedVariables'],
}

test('the linter, with our settings, finds what is left to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'planted-'))
  try {
    await cp(join(ROOT, 'biome.json'), join(folder, 'biome.json'))
    for (const [path, [text]] of Object.entries(PLANTED)) {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const biome = join(ROOT, 'node_modules', '.bin', 'biome')
    const flags = ['lint', '--reporter=json', '--vcs-enabled=false', '.']
    const report = await new Promise<string>((done) => {
      execFile(biome, flags, { cwd: folder }, (_error, stdout) => done(stdout))
    })
    const { diagnostics } = JSON.parse(report) as Report
    const found = diagnostics.map(({ location, category }) => `${location.path} ${category}`)
    const wanted = Object.entries(PLANTED).map(([path, [, rule]]) => `${path} lint/${rule}`)
    expect(found).toEqual(expect.arrayContaining(wanted))
  } finally {
    await rm(folder, { recursive: true })
  }
})
