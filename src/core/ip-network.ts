// Addresses and networks, and the table that finds the most specific network of an address.
import { assert } from './assert.ts'

interface Address {
  readonly bits: 32 | 128
  readonly value: bigint
}

/** Reads an IPv4 or IPv6 address; undefined if it is none. An IPv4-mapped IPv6 address is IPv4. */
export function parseAddress(text: string): Address | undefined {
  if (text.includes(':')) {
    const value = parseIpv6(text)
    if (value === undefined) return undefined
    return value >> 32n === 0xffffn
      ? { bits: 32, value: value & 0xffffffffn }
      : { bits: 128, value }
  }
  const value = parseIpv4(text)
  return value === undefined ? undefined : { bits: 32, value: BigInt(value) }
}

function parseIpv4(text: string): number | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  let value = 0
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255) return undefined
    value = value * 256 + Number(part)
  }
  return value
}

function parseIpv6(text: string): bigint | undefined {
  let plain = text
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  if (dotted?.[1] && dotted[2]) {
    const low = parseIpv4(dotted[2])
    if (low === undefined) return undefined
    plain = `${dotted[1]}${Math.floor(low / 65536).toString(16)}:${(low % 65536).toString(16)}`
  }
  const halves = plain.split('::')
  if (halves.length > 2) return undefined
  const groups = (half: string | undefined) => (half ? half.split(':') : [])
  const head = groups(halves[0])
  const tail = groups(halves[1])
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const all = [...head, ...Array<string>(missing).fill('0'), ...tail]
  if (!all.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined
  return all.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}

/** The values of networks, found by address, the longest network first. */
export class NetworkTable<T> {
  readonly #levels = new Map<string, { bits: number; length: number; rows: Map<bigint, T[]> }>()
  #sorted: { bits: number; length: number; rows: Map<bigint, T[]> }[] = []

  /** `network` is CIDR text; an address alone is a network of one. */
  add(network: string, value: T): void {
    const match = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(network)
    const address = parseAddress(match?.[1] ?? '')
    assert(address, `${network} is a network`)
    // The length of a mapped network counts the 96 bits before its IPv4 part.
    const skipped = address.bits === 32 && network.includes(':') ? 96 : 0
    const length = match?.[2] === undefined ? address.bits : Number(match[2]) - skipped
    assert(length >= 0 && length <= address.bits, `${network} has a valid length`)
    const key = `${address.bits}/${length}`
    const level = this.#levels.get(key) ?? {
      bits: address.bits,
      length,
      rows: new Map<bigint, T[]>(),
    }
    const head = address.value >> BigInt(address.bits - length)
    level.rows.set(head, [...(level.rows.get(head) ?? []), value])
    this.#levels.set(key, level)
    this.#sorted = [...this.#levels.values()].sort((a, b) => b.length - a.length)
  }

  /**
   * Finds the lists of the networks that hold the address: one per network, the longest network
   * first.
   */
  find(address: string): T[][] {
    const parsed = parseAddress(address)
    if (!parsed) return []
    const found: T[][] = []
    for (const level of this.#sorted) {
      if (level.bits !== parsed.bits) continue
      const rows = level.rows.get(parsed.value >> BigInt(level.bits - level.length))
      if (rows) found.push(rows)
    }
    return found
  }
}
