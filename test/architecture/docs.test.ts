import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PROBLEMS } from '#contract/problem.ts'
import { REFUSAL_FAULTS } from '#core/call/fault-side.ts'
import { isRefusal, REFUSALS } from '#core/routing/refusal.ts'
import {
  checkCitations,
  checkDecisions,
  checkHeadings,
  checkLinks,
  checkNamedFiles,
  tableRows,
} from './check-docs.ts'
import { listFiles, ROOT, readSources, readText } from './source.ts'

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...listFiles('docs', /\.md$/),
  ...listFiles('src', /\.md$/),
].map((path) => ({ path, text: readText(path) }))
const decisions = listFiles('docs/decisions', /\.md$/)
const commentLines = (text: string): string => text.replace(/^\s*(?!\s|#|--).*$/gm, '')
const commented = [
  ...readSources('src', 'test', 'scripts').map(({ path, comments }) => ({ path, comments })),
  ...[...listFiles('kamailio', /\.(cfg|sql)$/), ...listFiles('src/db/migrations', /\.sql$/)].map(
    (path) => ({ path, comments: commentLines(readText(path)) }),
  ),
]

describe('the documents', () => {
  test('have one first heading each', () => {
    expect(documents.flatMap(({ path, text }) => checkHeadings(path, text))).toEqual([])
  })

  test('link to files that exist', () => {
    expect(documents.flatMap(({ path, text }) => checkLinks(path, text))).toEqual([])
  })

  test('name files that exist', () => {
    // A decision stays as it was accepted, whatever its files are called later.
    const living = documents.filter(({ path }) => !decisions.includes(path))
    expect(living.flatMap(({ path, text }) => checkNamedFiles(path, text))).toEqual([])
  })

  test('keep the map of the house on 200 lines', () => {
    expect(readText('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(200)
  })

  test('number the decisions without a gap, each on one page', () => {
    const files = decisions.map((path) => ({
      name: path.replace('docs/decisions/', ''),
      text: readText(path),
    }))
    expect(checkDecisions(files)).toEqual([])
  })
})

test('comments cite documents, rules and decisions that exist', () => {
  const faults = commented.flatMap(({ path, comments }) =>
    checkCitations(path, comments, decisions),
  )
  expect(faults).toEqual([])
})

test('docs/problems.md says what contract/problem.ts says', () => {
  const written = tableRows(readText('docs/problems.md')).map(([code, status, message]) => [
    code,
    status,
    message,
  ])
  const coded = Object.entries(PROBLEMS).map(([code, { status, message }]) => [
    code,
    String(status),
    message,
  ])
  expect(written).toEqual(coded)
})

test('docs/refusals.md says what core/routing/refusal.ts and fault-side.ts say', () => {
  const rows = tableRows(readText('docs/refusals.md')).filter(([code]) => isRefusal(code ?? ''))
  const written = rows.map((row) => row.slice(0, 5))
  const coded = Object.entries(REFUSALS).map(([code, refusal]) => [
    code,
    `${refusal.sip_code} ${refusal.sip_reason}`,
    String(refusal.q850_cause),
    refusal.text,
    REFUSAL_FAULTS[code as keyof typeof REFUSALS] ?? 'by the response',
  ])
  expect(written).toEqual(coded)
})

test('every table and every resource of the API is in the glossary', () => {
  const glossary = readText('docs/glossary.md')
  const migrations = listFiles('src/db/migrations', /\.sql$/)
    .map(readText)
    .join('\n')
  const tables = [...migrations.matchAll(/^create table (\w+)/gm)].map(([, name]) => `\`${name}\``)
  const resources = listFiles('src/contract', /\.ts$/).flatMap((path) =>
    [...readText(path).matchAll(/path: '(\/api\/[a-z-]+)/g)].map(([, path]) => `\`${path}`),
  )
  const words = [...new Set([...tables, ...resources])]
  expect(words.filter((word) => !glossary.includes(word))).toEqual([])
})

test('docs/threats.md names each file that signs or encrypts a text', () => {
  const named = readText('docs/threats.md')
  const signs = /\b(createHmac|hkdfSync|createCipheriv|keyFor|signature)\(/
  const files = listFiles('src', /(?<!\.test)\.ts$/).filter((path) => signs.test(readText(path)))
  expect(files.length).toBeGreaterThan(5)
  // It writes the keys of Kamailio's seals, which are named with the files of Kamailio.
  const unnamed = ['src/supervisor/kamailio/render-config.ts']
  expect(files.filter((path) => !named.includes(`\`${path}\``))).toEqual(unnamed)
})

test('README.md names the environment variables that the code reads, and no others', () => {
  const schema = readText('src/supervisor/config.ts').matchAll(/^ {4}([A-Z][A-Z_]*):/gm)
  const read = [...schema].map(([, name]) => name)
  const named = tableRows(readText('README.md')).flatMap(([cell = '']) =>
    [...cell.matchAll(/\b[A-Z][A-Z_]{3,}\b/g)].map(([name]) => name),
  )
  expect(named.sort()).toEqual(read.sort())
})

test('finds two first headings, but not a comment in a block of code', () => {
  expect(checkHeadings('a.md', '# A\n# B')).toHaveLength(1)
  expect(checkHeadings('a.md', '# A\n```sh\n# B\n```')).toEqual([])
})

test('finds a link to nothing, and one to a heading that is gone', () => {
  const read = (file: string) => (file === 'docs/b.md' ? '# When it is away' : undefined)
  const text = '[a](b.md) [b](b.md#when-it-is-away) [c](https://a.example) [d](../d.md) [e](b.md#e)'
  expect(checkLinks('docs/a.md', text, read)).toEqual([
    'docs/a.md links to ../d.md, which does not exist.',
    'docs/a.md links to b.md#e, and there is no such heading.',
  ])
})

test('finds a file that is named and gone', () => {
  const exists = (file: string): boolean => file === 'src/core/money.ts'
  const text = '`core/money.ts`, `src/core/money.ts`, `core/gone.ts`'
  expect(checkNamedFiles('a.md', text, exists)).toEqual([
    'a.md names core/gone.ts, which does not exist.',
  ])
})

test('finds a citation of a document, a rule or a decision that does not exist', () => {
  const read = (file: string) => (file === 'docs/a.md' ? '# A\n\n## B1 Units\n' : undefined)
  const comments = [
    '// See (docs/a.md,\n// B1), docs/a.md, B2, b.md and ADR-0001,',
    '// RFC 3261\n// §21, §22, ADR-0002, spec §7, (C27), vector 20.',
  ].join('\n')
  expect(checkCitations('a.ts', comments, ['docs/decisions/0001-a.md'], read)).toEqual([
    'a.ts cites docs/a.md, B2, and there is no such rule.',
    'a.ts cites b.md, which does not exist.',
    'a.ts cites ADR-0002, which does not exist.',
    ...['§7', '(C27)', 'vector 20'].map(
      (cited) => `a.ts cites ${cited}: name a rule of docs/domain, a decision or an RFC.`,
    ),
  ])
})

test('finds a gap in the decisions, a wrong heading and a long page', () => {
  const page = (name: string, title: string, lines: number) => ({
    name,
    text: `${title}${'\n'.repeat(lines - 1)}end`,
  })
  const faults = checkDecisions([
    page('0001-a.md', '# 0001 A', 60),
    page('0003-b.md', '# 0002 B', 3),
    page('0003-c.md', '# C', 3),
    page('0004-d.md', '# 0004 D', 61),
  ])
  expect(faults).toEqual([
    '0003-b.md should be number 0002.',
    '0003-c.md should begin with "# 0003 ".',
    '0004-d.md has 61 lines: a decision fits on a page of 60.',
  ])
})
