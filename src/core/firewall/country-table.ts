// The countries of all networks of one kind of addresses, as bytes that are stored, loaded and
// searched as they are: sorted rows of an address and the country from there on.
import { assert } from '../assert.ts'
import type { AddressKind, CountryNetwork } from './country-network.ts'

const ADDRESS_BYTES: Readonly<Record<AddressKind, number>> = { IPV4: 4, IPV6: 16 }
const COUNTRY_BYTES = 2
/** The country of addresses that are in no network. */
const NONE = '\0\0'

/** Rows of one width, one behind the other; a million objects would take far more memory. */
class Rows {
  readonly kind: AddressKind
  readonly width: number
  count: number
  #bytes: Uint8Array
  #view: DataView

  constructor(kind: AddressKind, width: number, bytes: Uint8Array = new Uint8Array()) {
    assert(bytes.length % width === 0, 'A country table has whole rows')
    this.kind = kind
    this.width = width
    this.count = bytes.length / width
    this.#bytes = bytes
    this.#view = viewOf(bytes)
  }

  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.count * this.width)
  }

  /** Returns where the new row begins. */
  add(): number {
    const at = this.count * this.width
    if (at + this.width > this.#bytes.length) {
      const larger = new Uint8Array(2 * at + 100 * this.width)
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = viewOf(larger)
    }
    this.count += 1
    return at
  }

  addressAt(at: number): bigint {
    if (this.kind === 'IPV4') return BigInt(this.#view.getUint32(at))
    return (this.#view.getBigUint64(at) << 64n) | this.#view.getBigUint64(at + 8)
  }

  setAddress(at: number, value: bigint): void {
    if (this.kind === 'IPV4') this.#view.setUint32(at, Number(value))
    else {
      this.#view.setBigUint64(at, value >> 64n)
      this.#view.setBigUint64(at + 8, BigInt.asUintN(64, value))
    }
  }

  countryAt(at: number): string {
    return String.fromCharCode(this.#view.getUint8(at), this.#view.getUint8(at + 1))
  }

  setCountry(at: number, country: string): void {
    this.#view.setUint8(at, country.charCodeAt(0))
    this.#view.setUint8(at + 1, country.charCodeAt(1))
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Takes networks in any order; each has a line, by which an overlap is named. */
export class CountryTableMaker {
  readonly #kind: AddressKind
  readonly #networks: Rows
  readonly #countries: string[] = []
  readonly #lines: number[] = []

  constructor(kind: AddressKind) {
    this.#kind = kind
    this.#networks = new Rows(kind, 2 * ADDRESS_BYTES[kind])
  }

  get networks_count(): number {
    return this.#networks.count
  }

  get countries_count(): number {
    return new Set(this.#countries).size
  }

  add({ first, last, country }: CountryNetwork, line: number): void {
    const at = this.#networks.add()
    this.#networks.setAddress(at, first)
    this.#networks.setAddress(at + ADDRESS_BYTES[this.#kind], last)
    this.#countries.push(country)
    this.#lines.push(line)
  }

  /** The lines of two networks that overlap, or the table. */
  make(): { readonly overlap: readonly [number, number] } | { readonly table: Uint8Array } {
    const size = ADDRESS_BYTES[this.#kind]
    const { width } = this.#networks
    const table = new Rows(this.#kind, size + COUNTRY_BYTES)
    let country = NONE
    const begin = (address: bigint, next: string) => {
      if (next === country) return
      const at = table.add()
      table.setAddress(at, address)
      table.setCountry(at + size, next)
      country = next
    }
    let [free, line] = [0n, 0]
    for (const row of this.#sorted()) {
      const first = this.#networks.addressAt(row * width)
      const own_line = this.#lines[row] ?? 0
      if (first < free) return { overlap: [Math.min(line, own_line), Math.max(line, own_line)] }
      if (first > free) begin(free, NONE)
      begin(first, this.#countries[row] ?? NONE)
      free = this.#networks.addressAt(row * width + size) + 1n
      line = own_line
    }
    if (free < 1n << BigInt(8 * size)) begin(free, NONE)
    return { table: table.bytes }
  }

  /** Rows by their first address; those of most files are sorted already. */
  #sorted(): Uint32Array {
    const { width, count } = this.#networks
    const first = (row: number) => this.#networks.addressAt(row * width)
    return Uint32Array.from({ length: count }, (_, row) => row).sort((a, b) =>
      first(a) < first(b) ? -1 : first(a) > first(b) ? 1 : a - b,
    )
  }
}

export class CountryTable {
  readonly #rows: Rows

  constructor(kind: AddressKind, bytes: Uint8Array) {
    this.#rows = new Rows(kind, ADDRESS_BYTES[kind] + COUNTRY_BYTES, bytes)
  }

  /** `address` is of the kind of the table. */
  countryOf(address: bigint): string | null {
    const { width, count } = this.#rows
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#rows.addressAt(middle * width) <= address) low = middle + 1
      else high = middle
    }
    if (low === 0) return null
    const country = this.#rows.countryAt(low * width - COUNTRY_BYTES)
    return country === NONE ? null : country
  }
}
