// Compares the documents with the code that they speak of.
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT, readText } from './source.ts'

/** The cells of every table row, without the backticks; the heads of the tables are left out. */
export function tableRows(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'))
  const cells = rows.map((row) =>
    row
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  )
  return cells.filter((row, i) => !isRule(row) && !isRule(cells[i + 1] ?? []))
}

const isRule = (row: readonly string[]): boolean =>
  row.length > 0 && row.every((cell) => /^:?-+:?$/.test(cell))

/** Text without blocks of code, in which `#` is no heading and brackets are no links. */
const prose = (markdown: string): string =>
  markdown.replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, ' '))

export function checkHeadings(path: string, markdown: string): string[] {
  const count = prose(markdown).match(/^# /gm)?.length ?? 0
  return count === 1 ? [] : [`${path} has ${count} first headings: it needs one, at its top.`]
}

/** The anchor of a heading, as GitHub and others make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (markdown: string): string[] =>
  [...prose(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

function readIfThere(file: string): string | undefined {
  if (!existsSync(join(ROOT, file))) return undefined
  return file.endsWith('.md') ? readText(file) : ''
}

/** Links to the web are not followed; every other link must lead to a file, and to its heading. */
export function checkLinks(path: string, markdown: string, read = readIfThere): string[] {
  const links = prose(markdown)
    .replace(/`[^`\n]*`/g, '')
    .matchAll(/\]\(([^)\s]+)\)/g)
  return [...links].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [target = '', anchor] = link.split('#')
    const text = target ? read(posix.join(posix.dirname(path), target)) : markdown
    if (text === undefined) return [`${path} links to ${link}, which does not exist.`]
    if (anchor === undefined || anchorsOf(text).includes(anchor)) return []
    return [`${path} links to ${link}, and there is no such heading.`]
  })
}

/** Files that a document names in backticks, as `src/core/money.ts` or `core/money.ts`. */
export function checkNamedFiles(
  path: string,
  markdown: string,
  exists = (file: string): boolean => existsSync(join(ROOT, file)),
): string[] {
  return [...markdown.matchAll(/`([a-z]+\/[\w./-]+\.(?:tsx?|mjs|sql|cfg|template))`/g)].flatMap(
    ([, name = '']) =>
      exists(name) || exists(`src/${name}`) ? [] : [`${path} names ${name}, which does not exist.`],
  )
}

const CITED = /(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.md)(?:, ([A-Z]\d+))?|ADR-(\d{4})/g

/** Sections of documents that are not in the repository, and rules without a document. */
const UNKNOWN = /(?<!(?:RFC \d+|E\.164) )(?<!§[\d.]+, )§[\d.]+|\(C\d+\)|\b[Vv]ector \d+/g

/** Sentences without the line breaks and marks of a comment. */
const unwrapped = (comments: string): string =>
  comments.replace(/\s*\n\s*(?:\/\/|\*|#|--)?\s*/g, ' ')

/**
 * Checks the citations in comments: `docs/domain/billing.md, B5` is a heading that begins with "B5
 * ", `ADR-0004` a decision. A document is named by its path from the root.
 */
export function checkCitations(
  path: string,
  comments: string,
  decisions: readonly string[],
  read = readIfThere,
): string[] {
  const sentences = unwrapped(comments)
  const faults = [...sentences.matchAll(CITED)].flatMap(([cited, file, rule, decision]) => {
    if (decision !== undefined) {
      const isKnown = decisions.some((name) => name.startsWith(`docs/decisions/${decision}-`))
      return isKnown ? [] : [`${path} cites ADR-${decision}, which does not exist.`]
    }
    const text = read(file ?? '')
    if (text === undefined) return [`${path} cites ${file}, which does not exist.`]
    if (rule === undefined || text.includes(`\n## ${rule} `)) return []
    return [`${path} cites ${cited}, and there is no such rule.`]
  })
  const unknown = [...sentences.matchAll(UNKNOWN)].map(
    ([cited]) => `${path} cites ${cited}: name a rule of docs/domain, a decision or an RFC.`,
  )
  return [...faults, ...unknown]
}

/** Decisions are numbered without a gap from 0001 on, and fit on a page. */
export function checkDecisions(files: readonly { name: string; text: string }[]): string[] {
  return files.flatMap(({ name, text }, i) => {
    const number = String(i + 1).padStart(4, '0')
    const lines = text.trimEnd().split('\n').length
    return [
      ...(name.startsWith(`${number}-`) ? [] : [`${name} should be number ${number}.`]),
      ...(text.startsWith(`# ${number} `) ? [] : [`${name} should begin with "# ${number} ".`]),
      ...(lines <= 60 ? [] : [`${name} has ${lines} lines: a decision fits on a page of 60.`]),
    ]
  })
}
