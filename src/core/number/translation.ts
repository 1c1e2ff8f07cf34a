// Changes of the numbers and names of a call, by rules in an order. Patterns are applied to text
// from outside, so they use RE2, whose time grows only with the length of the text.
import { RE2JS, type RE2JSException } from 're2js'
import { type NumberList, pickFrom } from './number-list.ts'
import type { TranslationField } from './translation-fields.ts'

/**
 * The called number, the caller's number and name, and what carriers add; empty is not sent. As the
 * INVITE has them, as the call is routed, or as one gateway gets them.
 */
export type CallNumbers = Readonly<Record<TranslationField, string>>

export interface TranslationRule {
  readonly field: TranslationField
  readonly match: 'prefix' | 'regex'
  /** The empty prefix begins every number. */
  readonly pattern: string
  /** Digits taken off the front; of a rule by prefix. */
  readonly strip: number
  /** Put before what is left; of a regex, put in place of what it found, `$1` its first group. */
  readonly replacement: string
  /** The pool whose number takes the place of the whole. */
  readonly pool_list_id: number | null
  /** No rule after this one, if this one fits. */
  readonly stop: boolean
}

export interface TranslationRow {
  readonly id: number
  readonly name: string
  /** A blocked translation changes nothing. */
  readonly status: 'active' | 'blocked'
  readonly rules: readonly TranslationRule[]
}

interface CompiledRule extends TranslationRule {
  readonly regex: RE2JS | undefined
  readonly pool: NumberList | undefined
}

export interface CompiledTranslation extends TranslationRow {
  readonly rules: readonly CompiledRule[]
}

/** The change by one rule; a rule that does not fit leaves no step. */
export interface TranslationStep {
  /** From 1, as on the screen. */
  readonly rule: number
  readonly field: TranslationField
  readonly before: string
  readonly after: string
}

export interface Translated {
  readonly numbers: CallNumbers
  readonly steps: readonly TranslationStep[]
}

/** More than any number or name has; the rest of a longer text is cut. */
const TEXT_MAX = 128
/** Instructions of a compiled pattern: `[0-9]{1,15}` has about thirty. */
const PROGRAM_MAX = 1000

/** Why a pattern, with what takes its place, cannot be used; undefined when it can. */
export function patternFault(pattern: string, replacement: string): string | undefined {
  try {
    const regex = RE2JS.compile(pattern)
    if (regex.programSize() > PROGRAM_MAX) return 'The pattern is too large.'
    const groups = regex.groupCount()
    const missing = groupsIn(replacement).find((group) => group > groups)
    if (missing === undefined) return undefined
    return `The pattern has no group $${missing}.`
  } catch (error) {
    const { message } = error as RE2JSException
    return `Invalid pattern: ${message.replace('error parsing regexp: ', '')}.`
  }
}

const groupsIn = (replacement: string): number[] =>
  [...replacement.matchAll(/\$(\d)/g)].map(([, group]) => Number(group))

const FITS_NOTHING = RE2JS.compile('[^\\x00-\\x{10FFFF}]')

/** An invalid pattern, written without the console, must not stop the engine from starting. */
function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return FITS_NOTHING
  }
}

export function compileTranslation(
  row: TranslationRow,
  number_lists: ReadonlyMap<number, NumberList>,
): CompiledTranslation {
  const rules = row.rules.map((rule) => ({
    ...rule,
    regex: rule.match === 'regex' ? compilePattern(rule.pattern) : undefined,
    pool: rule.pool_list_id === null ? undefined : number_lists.get(rule.pool_list_id),
  }))
  return { ...row, rules }
}

/** All numbers after the rules; `random`, from 0 to below 1, picks from the pools. */
export function translate(
  translation: CompiledTranslation,
  numbers: CallNumbers,
  random: number,
): Translated {
  if (translation.status === 'blocked') return { numbers, steps: [] }
  const steps: TranslationStep[] = []
  let current = numbers
  for (const [at, rule] of translation.rules.entries()) {
    const before = current[rule.field].slice(0, TEXT_MAX)
    const after = applyRule(rule, before, random)?.slice(0, TEXT_MAX)
    if (after === undefined) continue
    current = { ...current, [rule.field]: after }
    steps.push({ rule: at + 1, field: rule.field, before, after })
    if (rule.stop) break
  }
  return { numbers: current, steps }
}

/** The new text, or undefined when the rule does not fit. */
function applyRule(rule: CompiledRule, text: string, random: number): string | undefined {
  return rule.regex ? applyRegex(rule, rule.regex, text, random) : applyPrefix(rule, text, random)
}

function applyPrefix(rule: CompiledRule, text: string, random: number): string | undefined {
  if (!text.startsWith(rule.pattern)) return undefined
  if (rule.pool_list_id !== null) return rule.pool && pickFrom(rule.pool, random)
  // An empty number is not turned into the replacement alone.
  return text === '' ? undefined : rule.replacement + text.slice(rule.strip)
}

function applyRegex(
  rule: CompiledRule,
  regex: RE2JS,
  text: string,
  random: number,
): string | undefined {
  const found = regex.matcher(text)
  if (!found.find()) return undefined
  if (rule.pool_list_id !== null) return rule.pool && pickFrom(rule.pool, random)
  const put = rule.replacement.replace(/\$(\d)/g, (_, group: string) => {
    return found.group(Number(group)) ?? ''
  })
  return text.slice(0, found.start()) + put + text.slice(found.end())
}
