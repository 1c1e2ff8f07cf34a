// Names that were replaced, in paths and in code; each with the one word that is used for it.
import { lineAt, type Source } from './source.ts'

const GONE: Readonly<Record<string, string>> = {
  carrier: 'settlement',
  telephone: 'sip_user; phone for the device',
}

/** A name is split into words at capitals, digits, `_`, `-`, `.` and `/`. */
const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()
    .trim()} `

const PATTERNS = Object.entries(GONE).map(([gone, instead]) => ({
  pattern: new RegExp(` (?:${gone})s? `),
  instead,
}))

function insteadOf(name: string): string | undefined {
  const words = wordsOf(name)
  return PATTERNS.find(({ pattern }) => pattern.test(words))?.instead
}

export function checkNames(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text, code }) => {
    const names = [
      { name: path, at: path },
      ...[...code.matchAll(/[A-Za-z_]\w*/g)].map(({ 0: name, index }) => ({
        name,
        at: `${path}:${lineAt(text, index)}`,
      })),
    ]
    return names.flatMap(({ name, at }) => {
      const instead = insteadOf(name)
      return instead === undefined ? [] : [`${at} has ${name}: ${instead}.`]
    })
  })
}
