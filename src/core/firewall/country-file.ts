// A country file: lines of text with `network,country` or `first,last,country`. It comes from
// outside, so every line is checked, and one that is wrong refuses the whole file.
import { OPEN_QUOTE, splitCells } from '../delimited-line.ts'
import { parseAddress } from '../ip-network.ts'
import {
  ADDRESS_KINDS,
  type AddressKind,
  type CountryNetwork,
  COUNTRY_FILE_LIMITS as LIMITS,
} from './country-network.ts'
import { CountryTableMaker } from './country-table.ts'
import { isNetwork } from './network-list.ts'
import { ZONE_COUNTRIES } from './regions.ts'

const FAULTS_MAX = 5
const QUOTED_MAX = 40
/**
 * The codes that databases have for addresses without a country of today: none, a region, the
 * former Netherlands Antilles and Serbia and Montenegro.
 */
const NO_COUNTRY: readonly string[] = ['', '-', 'ZZ', 'EU', 'AP', 'AN', 'CS']

export interface CountryFileTable {
  readonly kind: AddressKind
  readonly table: Uint8Array
  readonly networks_count: number
  readonly countries_count: number
}

export type CountryFile =
  | { readonly faults: readonly string[] }
  | { readonly tables: readonly CountryFileTable[] }

type Parsed = CountryNetwork | { readonly fault: string } | 'no country'

const quoted = (text: string): string => JSON.stringify(text.slice(0, QUOTED_MAX))

/** The range of a network or of two addresses. */
function rangeOf(
  first: string,
  last: string | undefined,
): Omit<CountryNetwork, 'country'> | string {
  for (const text of last === undefined ? [first] : [first, last]) {
    const isOne = isNetwork(text) && (last === undefined || !text.includes('/'))
    if (!isOne) return `${quoted(text)} is not an IP ${last === undefined ? 'network' : 'address'}.`
  }
  const [text = '', length] = first.split('/')
  const from = parseAddress(text)
  // An IPv4 address in the notation of IPv6 has two kinds.
  const isMapped = (one: string) => one.includes(':') && parseAddress(one)?.bits === 32
  if (!from || isMapped(text) || (last !== undefined && isMapped(last))) {
    return `${quoted(first)} is an IPv4 address written as IPv6.`
  }
  const kind = from.bits === 32 ? 'IPV4' : 'IPV6'
  if (last !== undefined) {
    const to = parseAddress(last)
    if (to?.bits !== from.bits) return 'One address is IPv4, the other IPv6.'
    if (to.value < from.value) return `${quoted(last)} is before ${quoted(first)}.`
    return { kind, first: from.value, last: to.value }
  }
  const host_bits = BigInt(from.bits - Number(length ?? from.bits))
  const start = (from.value >> host_bits) << host_bits
  return { kind, first: start, last: start + (1n << host_bits) - 1n }
}

export function parseCountryLine(line: string): Parsed {
  const fields = splitCells(line, ',')
  if (!fields) return { fault: OPEN_QUOTE }
  if (fields.length !== 2 && fields.length !== 3) {
    return { fault: 'Needs network,country or first,last,country.' }
  }
  const country = fields.at(-1) ?? ''
  const range = rangeOf(fields[0] ?? '', fields.length === 3 ? fields[1] : undefined)
  if (typeof range === 'string') return { fault: range }
  if (NO_COUNTRY.includes(country)) return 'no country'
  if (!ZONE_COUNTRIES.has(country)) return { fault: `Unknown country ${quoted(country)}.` }
  return { ...range, country }
}

/** The names of the columns. */
const isHeader = (line: string): boolean => !/[\d:]/.test(line)

/** Takes the text in pieces that end anywhere. */
export class CountryFileReader {
  readonly #makers = {
    IPV4: new CountryTableMaker('IPV4'),
    IPV6: new CountryTableMaker('IPV6'),
  }
  readonly #faults: string[] = []
  #line = 0
  #rest = ''
  #isDone = false

  push(text: string): void {
    if (this.#isDone) return
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#read(line)
    if (this.#rest.length <= LIMITS.line_length) return
    this.#read(this.#rest)
    this.#isDone = true
  }

  end(): CountryFile {
    if (this.#rest !== '' && !this.#isDone) this.#read(this.#rest)
    const tables = ADDRESS_KINDS.flatMap((kind) => this.#tableOf(kind) ?? [])
    if (this.#faults.length > 0) return { faults: this.#faults }
    return tables.length > 0 ? { tables } : { faults: ['The file has no network.'] }
  }

  #read(text: string): void {
    if (this.#isDone) return
    this.#line += 1
    if (this.#line > LIMITS.lines) {
      this.#refuse(`More than ${LIMITS.lines} lines.`)
      this.#isDone = true
      return
    }
    if (text.length > LIMITS.line_length) {
      this.#refuse(`Longer than ${LIMITS.line_length} characters.`)
      return
    }
    const line = text.trim()
    if (line === '' || line.startsWith('#') || (this.#line === 1 && isHeader(line))) return
    const parsed = parseCountryLine(line)
    if (parsed === 'no country') return
    if ('fault' in parsed) this.#refuse(parsed.fault)
    else this.#makers[parsed.kind].add(parsed, this.#line)
  }

  #refuse(fault: string): void {
    this.#faults.push(`Line ${this.#line}: ${fault}`)
    this.#isDone = this.#faults.length === FAULTS_MAX
  }

  #tableOf(kind: AddressKind): CountryFileTable | undefined {
    const maker = this.#makers[kind]
    if (maker.networks_count === 0 || this.#faults.length > 0) return undefined
    const made = maker.make()
    if ('table' in made) {
      const { networks_count, countries_count } = maker
      return { kind, table: made.table, networks_count, countries_count }
    }
    const [one, other] = made.overlap
    this.#faults.push(`Line ${other}: The network overlaps that of line ${one}.`)
    return undefined
  }
}
