// Writes the entries that the code deck begins with, as SQL, from the numbering plans of
// libphonenumber-js and the country codes in src/core/number/country.ts:
//   npm pack libphonenumber-js@1.13.16 && tar xf libphonenumber-js-*.tgz
//   node scripts/code-deck.mjs package/metadata.max.json
import { readFile } from 'node:fs/promises'
import { COUNTRY_CODES } from '../src/core/number/country.ts'

/** Digits after the country code. Longer prefixes are no destination of their own. */
const DEPTH = 4
const LINE_WIDTH = 100

/** By position in the metadata, in the order in which a prefix of several kinds is named. */
const KINDS = [
  { type: 'FIXED', at: [0, 8] },
  { type: 'MOBILE', at: [1] },
  { type: 'PREMIUM', at: [3] },
  { type: 'TOLL_FREE', at: [2] },
  { type: 'OTHER', at: [4, 5, 6, 7, 9] },
]

/** Names that differ from those of Unicode, as rate files have them. */
const NAMES = {
  BA: 'Bosnia and Herzegovina',
  CD: 'Congo (DRC)',
  CG: 'Congo',
  CI: 'Ivory Coast',
  CV: 'Cape Verde',
  CZ: 'Czech Republic',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
  SZ: 'Eswatini',
  TR: 'Turkey',
}
const regions = new Intl.DisplayNames('en', { type: 'region' })
const nameOf = (country) =>
  (NAMES[country] ?? regions.of(country))
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/’/g, '')
    .replace(/ & /g, ' and ')
    .replace(/St\. /g, 'Saint ')

/** The patterns have digits, classes, groups, alternatives and counts, nothing else. */
function parse(pattern) {
  let at = 0
  const alternatives = () => {
    const all = [[]]
    while (at < pattern.length && pattern[at] !== ')') {
      if (pattern[at] === '|') {
        at += 1
        all.push([])
      } else all.at(-1).push(counted())
    }
    return all
  }
  const counted = () => {
    const one = atom()
    const count = /^(?:\?|\{(\d+)(?:,(\d+))?\})/.exec(pattern.slice(at))
    if (!count) return { ...one, least: 1, most: 1 }
    at += count[0].length
    const [text, least, most = least] = count
    return text === '?' ? { ...one, least: 0, most: 1 } : { ...one, least: +least, most: +most }
  }
  const atom = () => {
    const text = /^(?:\(\?:|\\d|\[[^\]]*\]|\d)/.exec(pattern.slice(at))?.[0]
    if (!text) throw new Error(`${pattern}: unexpected at ${at}`)
    at += text.length
    if (text !== '(?:') return { digit: new RegExp(`^${text}$`) }
    const group = alternatives()
    at += 1
    return { group }
  }
  return alternatives()
}

/** Whether a number that the pattern accepts can begin with the digits. */
function canBegin(alternatives, digits) {
  const anyOf = (all, at, next) => all.some((one) => sequence(one, 0, at, next))
  const sequence = (parts, index, at, next) =>
    at >= digits.length ||
    (index === parts.length
      ? next(at)
      : repeated(parts[index], 0, at, (after) => sequence(parts, index + 1, after, next)))
  const repeated = (part, times, at, next) => {
    if (at >= digits.length) return true
    const once = (after) => after > at && repeated(part, times + 1, after, next)
    if (times < part.most && (part.group ? anyOf(part.group, at, once) : eats(part, at, once))) {
      return true
    }
    return times >= part.least && next(at)
  }
  const eats = (part, at, next) => part.digit.test(digits[at]) && next(at + 1)
  return anyOf(alternatives, 0, () => false)
}

/** The kinds of numbers of a country, by the first digits after its code. */
function plan(types) {
  const kinds = KINDS.map(({ type, at }) => ({
    type,
    patterns: at.flatMap((one) => (types[one] ? [parse(types[one][0])] : [])),
  }))
  return (digits) =>
    kinds
      .filter(({ patterns }) => patterns.some((one) => canBegin(one, digits)))
      .map(({ type }) => type)
}

/** The prefixes below a prefix with another type than it, and the type that all below it have. */
function split(kindsOf, digits, depth) {
  const kinds = kindsOf(digits)
  if (kinds.length < 2 || depth === 0) return { type: kinds[0], entries: [] }
  const below = [...'0123456789'].map((digit) => ({
    digits: digits + digit,
    ...split(kindsOf, digits + digit, depth - 1),
  }))
  const used = below.filter(({ type }) => type !== undefined)
  const [first] = used
  if (used.every(({ type, entries }) => type === first.type && entries.length === 0)) {
    return { type: first.type, entries: [] }
  }
  const entries = used.flatMap((one) =>
    one.type === 'FIXED' ? one.entries : [{ digits: one.digits, type: one.type }, ...one.entries],
  )
  return { type: 'FIXED', entries }
}

/** Prefixes of a country by type, the countries inside its code left out. */
function entriesOf(country, metadata) {
  const bases = [...COUNTRY_CODES].filter(([, of]) => of === country).map(([code]) => code)
  const byType = new Map([['FIXED', [...bases]]])
  const plans = metadata.countries[country]
  const kindsOf = plans?.[11] ? plan(plans[11]) : () => []
  // Ascension has a code of its own in Saint Helena.
  for (const base of bases.filter((one) => plans && one.startsWith(plans[0]))) {
    const national = base.slice(plans[0].length)
    for (const { digits, type } of split(kindsOf, national, DEPTH).entries) {
      const prefix = plans[0] + digits
      const other = [1, 2, 3, 4].some((length) => {
        const of = COUNTRY_CODES.get(prefix.slice(0, length))
        return length > base.length && of !== undefined && of !== country
      })
      if (!other) byType.set(type, [...(byType.get(type) ?? []), prefix])
    }
  }
  return [...byType].map(([type, prefixes]) => ({ country, type, prefixes }))
}

/** Codes that belong to no country. */
const NO_COUNTRY = [
  ['800', 'International toll free', 'TOLL_FREE'],
  ['808', 'International shared cost', 'OTHER'],
  ['870', 'Inmarsat', 'SATELLITE'],
  ['878', 'Universal personal numbers', 'OTHER'],
  ['881', 'Mobile satellite systems', 'SATELLITE'],
  ['882', 'International networks', 'SATELLITE'],
  ['883', 'International networks', 'SATELLITE'],
  ['888', 'Disaster relief', 'OTHER'],
  ['979', 'International premium', 'PREMIUM'],
]

function wrapped(head, prefixes) {
  const lines = [head]
  for (const prefix of prefixes) {
    if (lines.at(-1).length + prefix.length + 5 > LINE_WIDTH) lines.push('   ')
    lines[lines.length - 1] += `${/['\s]$/.test(lines.at(-1)) ? '' : ' '}${prefix}`
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}

const metadata = JSON.parse(await readFile(process.argv[2], 'utf8'))
const countries = [...new Set(COUNTRY_CODES.values())].sort()
const entries = countries.flatMap((country) => entriesOf(country, metadata))
console.log('with country (iso2, name) as (values')
console.log(`${countries.map((one) => `  ('${one}', '${nameOf(one)}')`).join(',\n')}),`)
console.log('plan (iso2, network_type, prefixes) as (values')
console.log(
  `${entries
    .map(({ country, type, prefixes }) => `${wrapped(`  ('${country}', '${type}', '`, prefixes)}')`)
    .join(',\n')})`,
)
console.log(`insert into code_deck_entry (prefix, country_iso2, destination, network_type, source)
select prefix, iso2, name || case network_type when 'MOBILE' then ' mobile'
    when 'PREMIUM' then ' premium' when 'TOLL_FREE' then ' toll free'
    when 'OTHER' then ' special services' else '' end, network_type, 'BUILT_IN'
from plan join country using (iso2), regexp_split_to_table(prefixes, '\\s+') prefix
union all values`)
console.log(
  `${NO_COUNTRY.map(
    ([prefix, name, type]) => `  ('${prefix}', '', '${name}', '${type}', 'BUILT_IN')`,
  ).join(',\n')};`,
)
