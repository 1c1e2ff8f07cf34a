// Who calls: the most specific row of the IP list that fits (domain.md §1.3).
import type { ClientIp, Switchboard, Transport } from './switchboard.ts'

export interface Source {
  readonly source_ip: string
  readonly source_port: number
  readonly transport: Transport
  readonly dialled_number: string
}

/**
 * Among the rows whose network holds the address, port, transport and tech prefix fit: the longest
 * network wins, then an exact port, then a named transport, then the longest tech prefix.
 */
export function identifyCaller(switchboard: Switchboard, source: Source): ClientIp | undefined {
  for (const rows of switchboard.callers.find(source.source_ip)) {
    let best: ClientIp | undefined
    for (const row of rows) {
      if (fits(row, source) && (!best || isMoreSpecific(row, best))) best = row
    }
    if (best) return best
  }
  return undefined
}

function fits(row: ClientIp, source: Source): boolean {
  return (
    (row.port === null || row.port === source.source_port) &&
    (row.transport === null || row.transport === source.transport) &&
    source.dialled_number.startsWith(row.tech_prefix)
  )
}

function isMoreSpecific(row: ClientIp, than: ClientIp): boolean {
  if ((row.port === null) !== (than.port === null)) return row.port !== null
  if ((row.transport === null) !== (than.transport === null)) return row.transport !== null
  return row.tech_prefix.length > than.tech_prefix.length
}
