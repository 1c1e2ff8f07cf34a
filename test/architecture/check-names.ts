// Names that were replaced, in paths and in code; each with the one word that is used for it.
import { isTest, lineAt, type Source } from './source.ts'

/** Words of names, in lower case; text between tags looks like code, so `ts` is for prose words. */
const GONE: readonly { readonly word: string; readonly use: string; readonly in?: RegExp }[] = [
  { word: 'carrier', use: 'settlement', in: /(?<!\.e2e)\.ts$/ },
  { word: 'dearest', use: 'highest' },
  { word: 'keeper', use: 'SnapshotCache, SupervisedProcess' },
  { word: 'may try', use: 'hasCapacity' },
  { word: 'no place', use: 'NO_CHANNEL' },
  { word: 'no ringing', use: 'PDD_TIMEOUT' },
  { word: 'plumbing', use: 'http, or the resource' },
  { word: 'protect route', use: 'last_resort' },
  { word: 'purse', use: 'AvailableFunds' },
  { word: 'rang out', use: 'NO_ANSWER' },
  { word: 'stop polic(?:y|ie)', use: 'failover_policy' },
  { word: 'switchboard', use: 'RoutingSnapshot, snapshot' },
  { word: 'telephone', use: 'sip_user; phone for the device' },
  { word: 'weather', use: 'FaultProfile' },
]

/** A name is split into words at capitals, digits, `_`, `-`, `.` and `/`. */
const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()} `

const ANY = new RegExp(GONE.map(({ word }) => word.replaceAll(' ', '[^A-Za-z]?')).join('|'), 'i')

function insteadOf(path: string, name: string): string | undefined {
  if (!ANY.test(name)) return undefined
  const words = wordsOf(name)
  return GONE.find(
    (gone) => gone.in?.test(path) !== false && new RegExp(` ${gone.word}s? `).test(words),
  )?.use
}

/** `talk_seconds`, `pdd_ms`: a reader of a time without a unit has to guess. */
const WITHOUT_UNIT = /^[a-z\d_]+_(timeout|duration|interval|delay|pdd|acd|expires)$/

/** Names that PostgreSQL, the driver for it, or Kamailio has set. */
const FOREIGN = new Set([
  ...['statement_timeout', 'query_timeout', 'checkpoint_timeout'],
  'archive_timeout',
  'idle_in_transaction_session_timeout',
  'diff_expires',
])

function insteadOfName(path: string, name: string): string | undefined {
  if (WITHOUT_UNIT.test(name) && !FOREIGN.has(name)) return `${name}_seconds or ${name}_ms`
  return insteadOf(path, name)
}

export function checkNames(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text, code }) => {
    const use = insteadOf(path, path)
    const inPath = use === undefined ? [] : [`${path} should say ${use}.`]
    const inCode = [...code.matchAll(/[A-Za-z_]\w*/g)].flatMap(({ 0: name, index }) => {
      const instead = insteadOfName(path, name)
      return instead === undefined
        ? []
        : [`${path}:${lineAt(text, index)} has ${name}: use ${instead}.`]
    })
    return [...inPath, ...inCode]
  })
}

/** A function, and a field of data: props of components are named as React does. */
const IS_NAMES: readonly { readonly name: RegExp; readonly not?: RegExp; readonly use: string }[] =
  [
    {
      name: /\bfunction ((?:is|has)_\w+)/g,
      use: 'isX: it is code',
    },
    {
      name: /\bconst ((?:is|has)_\w+) = (?:async )?\([^()]*\)[^=\n]*=>/g,
      use: 'isX: it is code',
    },
    {
      name: /^ +(?:readonly )?((?:is|has)[A-Z]\w*)\??: boolean$/gm,
      not: /^src\/web\//,
      use: 'is_x: it is data',
    },
  ]

/** `is_x` and `has_x` are data, `isX` and `hasX` code. */
export function checkIsNames(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text, code }) =>
    IS_NAMES.flatMap(({ name, not, use }) =>
      not?.test(path)
        ? []
        : Array.from(
            code.matchAll(name),
            ({ 1: found, index }) => `${path}:${lineAt(text, index)} has ${found}: use ${use}.`,
          ),
    ),
  )
}

const EXPORTED =
  /^export (?:async )?(?:abstract )?(?:const|let|function|class|interface|type) (\w+)/gm

/** Inside a room a name that is exported leads to one file. */
export function checkExportedNames(sources: readonly Source[]): string[] {
  const owners = new Map<string, string>()
  return sources.flatMap(({ path, code }) => {
    const room = /^src\/([^/]+)\//.exec(path)?.[1]
    if (!room || isTest(path)) return []
    const names = new Set(Array.from(code.matchAll(EXPORTED), ([, name]) => name ?? ''))
    return [...names].flatMap((name) => {
      const owner = owners.get(`${room} ${name}`)
      if (owner) return [`${path} exports ${name}, as ${owner} does: say whose it is.`]
      owners.set(`${room} ${name}`, path)
      return []
    })
  })
}
