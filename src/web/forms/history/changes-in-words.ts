// The changes of an activity in words, for things, their fields and their values.
import type { Activity } from '#contract/people/activities.ts'
import { cutText } from '#core/cut-text.ts'
import { capital } from '../../ui/form/labels.ts'
import { type DateLook, formatDate, NONE } from '../../ui/values/format.ts'

/** Names of columns that are no words of an operator. */
const WORDS: Readonly<Record<string, string>> = {
  api_token: 'API token',
  cdr: 'Call records',
  cdr_partition: 'Partition of call records',
  client_ip: 'IP address of a client',
  ip: 'IP address',
  re_rating: 'Re-rating',
  sip_user: 'SIP user',
  lcr: 'Least cost',
  lcr_quality: 'Least cost and quality',
  static_then_lcr: 'Static, then least cost',
  lock_state: 'State',
  ping_asked: 'Ping',
}

/** `tariff_rate` as "Tariff rate". */
export const inWords = (name: string): string => WORDS[name] ?? capital(name.replaceAll('_', ' '))

/** `tariff_id` as "Tariff", because its value is shown by its name; `due_on` as "Due". */
export const fieldInWords = (field: string): string =>
  WORDS[field] ?? inWords(field.replace(/_(ids?|on|at)$/, (end) => (end === '_ids' ? 's' : '')))

/** Names of ids, and how the user reads times. */
interface Reading {
  readonly names: Activity['names']
  readonly look: DateLook
}

/** Ids come with their names: `Retail EUR (12)`. */
function named(field: string, value: unknown, names: Activity['names']): unknown {
  if (Array.isArray(value)) return value.map((one) => named(field, one, names))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([name, inner]) => [name, named(name, inner, names)]))
  }
  const name = typeof value === 'number' ? names[field]?.[value] : undefined
  return name === undefined ? value : `${name} (${value})`
}

/** `LOCKED` as "Locked"; a code, such as USD or PCMA, stays as it is. */
const CONSTANT = /^(?=.{4})[A-Z]+(_[A-Z]+)+$|^(OPEN|LOCKED|DRAFT|ISSUED|SENT|PAID|VOID)$/

/** Fields of which each value is one of a few words, such as `MODE: ORDERED`. */
const CHOICE_FIELD = /(^|_)(state|status|mode|kind|type|strategy)$/
const CHOICE = /^[A-Z][A-Z_]+$/

const isChoice = (field: string, text: string): boolean =>
  CHOICE_FIELD.test(field) ? CHOICE.test(text) : CONSTANT.test(text)

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function textOf(field: string, value: unknown, look: DateLook): string {
  if (isEmpty(value) && value !== false) return NONE
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return itemsInWords(field, value, look)
  if (typeof value === 'object' && value !== null) return partsInWords(value, look)
  const text = String(value)
  if (INSTANT.test(text)) return formatDate(text, 'second', look)
  return isChoice(field, text) ? inWords(text.toLowerCase()) : text
}

/** Simple values in one line, things such as the rules of a plan in one line each. */
function itemsInWords(field: string, items: readonly unknown[], look: DateLook): string {
  if (field === 'targets') return targetsInWords(items as readonly Target[])
  const areThings = items.some((item) => typeof item === 'object')
  return items.map((item) => textOf(field, item, look)).join(areThings ? '\n' : ', ') || NONE
}

/** Only the parts that say something: "Prefix 44 · Targets Tata (3) ▸ Bharti (4)". */
function partsInWords(parts: object, look: DateLook): string {
  const said = Object.entries(parts).filter(([, part]) => !isEmpty(part) && !isEmptyList(part))
  return said.map(([name, part]) => `${fieldInWords(name)} ${textOf(name, part, look)}`).join(' · ')
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** With the names of its ids in their places. */
interface Target {
  readonly gateway_id: string | number | null
  readonly gateway_group_id: string | number | null
}

/** The targets of a route rule, in their order. */
const targetsInWords = (targets: readonly Target[]): string =>
  targets.map(({ gateway_id, gateway_group_id }) => gateway_id ?? gateway_group_id).join(' ▸ ') ||
  NONE

/** A value of a field as the log shows it. */
export const valueInWords = (field: string, value: unknown, { names, look }: Reading): string =>
  textOf(field, named(field, value, names), look)

/** The fields and characters that a row of the list shows before they are cut. */
const SHOWN_FIELDS = 3
const SHOWN_LENGTH = 60

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false

/**
 * "Rate: 0.02 → 0.022 · State: Open → Locked · + 2 more": of what was added or deleted the values
 * alone, and only those that say something.
 */
export function firstChanges(
  { changes, names }: Pick<Activity, 'changes' | 'names'>,
  look: DateLook,
): string {
  const entries = Object.entries(changes).filter(([, change]) => !change.every(isEmpty))
  const texts = entries.slice(0, SHOWN_FIELDS).map(([field, [before, after]]) => {
    const [was, is] = [before, after].map((value) =>
      cutText(valueInWords(field, value, { names, look }).replaceAll('\n', '; '), SHOWN_LENGTH),
    )
    if (was === is) return `${fieldInWords(field)} changed`
    if (isEmpty(before)) return `${fieldInWords(field)}: ${is}`
    return `${fieldInWords(field)}: ${was} → ${is}`
  })
  const more = entries.length - texts.length
  return [...texts, ...(more > 0 ? [`+ ${more} more`] : [])].join(' · ') || NONE
}
