// Where calls come from, as people write it: 10.0.0.1:5060/udp, [2001:db8::1]:5060, 10.0.0.0/24.

import type { z } from 'zod'
import type { clientIpForm } from '#contract/accounts/ip-list.ts'
import { network } from '#contract/primitives.ts'

export type Source = Pick<z.output<typeof clientIpForm>, 'ip' | 'port' | 'transport'>

// Address, then a mask, a port and a transport, each of which may be missing. Only a bracketed IPv6
// address can have a port: without brackets its end is ambiguous.
const ADDRESS = /(\[[\da-f:.]+\]|[\d.]+|[\da-f:.]+)/
const REST = /(\/\d{1,3})?(?::(\d{1,5}))?(?:(?:\/|;transport=)(udp|tcp))?/
const SOURCE = new RegExp(`^(?:sip:)?${ADDRESS.source}${REST.source}$`, 'i')
// An address ends at a space or a comma, a parameter of a SIP address belongs to it.
const LINE = /^\s*([^\s,;]+(?:;transport=\w+)?)[\s,;]*(.*)$/

/** Undefined when the text is no source. */
export function parseSource(text: string): Source | undefined {
  const match = SOURCE.exec(text.trim())
  if (!match) return undefined
  const [, address = '', mask = '', port, transport] = match
  const ip = address.replace(/[[\]]/g, '') + mask
  if (!network.safeParse(ip).success) return undefined
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) return undefined
  return {
    ip,
    port: port === undefined ? null : Number(port),
    transport: (transport?.toUpperCase() as 'UDP' | 'TCP' | undefined) ?? null,
  }
}

/** A whole address, without a mask. */
export const isAddress = (text: string): boolean =>
  !text.includes('/') && network.safeParse(text).success

export interface PastedLine {
  readonly text: string
  /** Undefined when the line is no source. */
  readonly source: Source | undefined
  readonly description: string
  /** The same source is above. */
  readonly isRepeated: boolean
}

/** One source per line; what follows it on the line is its description. */
export function parseLines(text: string): PastedLine[] {
  const seen = new Set<string>()
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, first = '', rest = ''] = LINE.exec(line) ?? []
    const source = parseSource(first)
    const key = JSON.stringify(source ?? line)
    const isRepeated = seen.has(key)
    seen.add(key)
    return { text: line.trim(), source, description: rest.trim().slice(0, 200), isRepeated }
  })
}

/** How the three fields are written together. */
export function writeSource({ ip, port, transport }: Source): string {
  const host = port !== null && ip.includes(':') ? `[${ip}]` : ip
  const end = transport ? `/${transport.toLowerCase()}` : ''
  return `${host}${port === null ? '' : `:${port}`}${end}`
}

/** `256 addresses`; undefined for a single one. */
export function sizeLabel(ip: string): string | undefined {
  const [address = '', mask] = ip.trim().split('/')
  const bits = address.includes(':') ? 128 : 32
  const length = Number(mask ?? bits)
  if (length === bits) return undefined
  if (bits === 128) return `/${length} network`
  return `${(2 ** (bits - length)).toLocaleString('en-US')} addresses`
}

const WIDE = { ipv4: 24, ipv6: 48 }

/**
 * A warning for a network that is too wide for one client: every address in it calls on the
 * client's money.
 */
export function wideNetwork(ip: string): string | undefined {
  const match = /^(.+)\/(\d{1,3})$/.exec(ip.trim())
  if (!match || !network.safeParse(ip).success) return undefined
  const length = Number(match[2])
  if (match[1]?.includes(':')) {
    return length < WIDE.ipv6 ? `Very wide network: wider than /${WIDE.ipv6}.` : undefined
  }
  if (length >= WIDE.ipv4) return undefined
  return `${sizeLabel(ip)}: calls from all of them are billed to this client.`
}
