// The source files as the rules of the house see them: text, bare code, comments and imports.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { splitCode } from './split-code.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/** An import as it is written, and as the path of the file it means; a package has no path. */
interface Import {
  readonly line: number
  readonly specifier: string
  readonly path: string | undefined
}

export interface Source {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  /** The text with the inside of comments, strings and regular expressions blanked. */
  readonly code: string
  /** The text with everything but comments blanked. */
  readonly comments: string
  readonly imports: readonly Import[]
}

const IMPORT = /\b(?:from|import)\s*\(?\s*(['"])/g

function findImports(path: string, text: string, code: string): Import[] {
  return [...code.matchAll(IMPORT)].map((match) => {
    const start = match.index + match[0].length
    const specifier = text.slice(start, text.indexOf(match[1] ?? "'", start))
    return { line: lineAt(text, match.index), specifier, path: resolve(path, specifier) }
  })
}

/** `#core/money.ts` is src/core/money.ts, `#test/…` is test/…, as package.json says. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#test/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return undefined
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** A source from its text: what a test plants goes through the same eyes as what is on the disk. */
export function makeSource(path: string, text: string): Source {
  const { code, comments } = splitCode(text, path.endsWith('.tsx'))
  return { path, text, code, comments, imports: findImports(path, text, code) }
}

export function listFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .sort()
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

export function readSources(...folders: string[]): Source[] {
  return folders
    .flatMap((folder) => listFiles(folder, /\.(ts|tsx|mjs)$/))
    .map((path) => makeSource(path, readText(path)))
}

export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path)
