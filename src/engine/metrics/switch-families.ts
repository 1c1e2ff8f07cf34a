// The counters of Kamailio and rtpengine as families of metrics.
import type { SwitchFigures } from '../kamailio/switch-figures.ts'

type Row = readonly [figure: string, name: string, type: 'counter' | 'gauge', help: string]

const KAMAILIO: readonly Row[] = [
  ['core.rcv_requests', 'requests_received_total', 'counter', 'SIP requests received.'],
  ['core.rcv_replies', 'replies_received_total', 'counter', 'SIP replies received.'],
  ['core.drop_requests', 'requests_dropped_total', 'counter', 'SIP requests dropped.'],
  ['core.err_requests', 'requests_bogus_total', 'counter', 'SIP requests that are bogus.'],
  ['core.bad_msg_hdr', 'bad_headers_total', 'counter', 'Messages with an unreadable header.'],
  ['sl.sent_replies', 'stateless_replies_total', 'counter', 'Replies without a transaction.'],
  ['tmx.UAS_transactions', 'received_transactions_total', 'counter', 'Transactions received.'],
  ['tmx.UAC_transactions', 'sent_transactions_total', 'counter', 'Transactions begun.'],
  ['tmx.inuse_transactions', 'transactions', 'gauge', 'Transactions in memory.'],
  ['dialog.active_dialogs', 'dialogs', 'gauge', 'Dialogs that are answered.'],
  ['dialog.early_dialogs', 'early_dialogs', 'gauge', 'Dialogs that are not answered yet.'],
  ['dialog.processed_dialogs', 'dialogs_total', 'counter', 'Dialogs since the start.'],
  ['dialog.failed_dialogs', 'failed_dialogs_total', 'counter', 'Dialogs that were not answered.'],
  ['shmem.total_size', 'shared_memory_bytes', 'gauge', 'Shared memory.'],
  ['shmem.real_used_size', 'shared_memory_used_bytes', 'gauge', 'Shared memory in use.'],
  ['shmem.max_used_size', 'shared_memory_most_bytes', 'gauge', 'The most that was in use.'],
]

const RTPENGINE: readonly Row[] = [
  ['sessionstotal', 'sessions', 'gauge', 'Calls whose media is relayed.'],
  ['packetrate', 'packets_per_second', 'gauge', 'Packets relayed in a second.'],
  ['byterate', 'bytes_per_second', 'gauge', 'Bytes relayed in a second.'],
  ['errorrate', 'errors_per_second', 'gauge', 'Packets not relayed in a second.'],
  ['managedsessions', 'sessions_total', 'counter', 'Calls since the start.'],
  ['rejectedsessions', 'rejected_sessions_total', 'counter', 'Calls it had no room for.'],
  ['timeoutsessions', 'timed_out_sessions_total', 'counter', 'Calls ended without media.'],
  ['relayedpackets', 'packets_total', 'counter', 'Packets relayed.'],
  ['relayedpacketerrors', 'packet_errors_total', 'counter', 'Packets not relayed.'],
  ['relayedbytes', 'bytes_total', 'counter', 'Bytes relayed.'],
]

function familiesOf(
  program: string,
  rows: readonly Row[],
  figures: Readonly<Record<string, number>>,
): object[] {
  return rows.flatMap(([figure, name, type, help]) => {
    const value = figures[figure]
    if (value === undefined) return []
    const full = `softswitch_${program.toLowerCase()}_${name}`
    const values = [{ labels: {}, value }]
    return [{ name: full, help: `${program}: ${help}`, type, aggregator: 'sum', values }]
  })
}

/** A program that does not answer has none. */
export const switchFamilies = ({ kamailio, rtpengine }: SwitchFigures): object[] => [
  ...familiesOf('Kamailio', KAMAILIO, kamailio),
  ...familiesOf('rtpengine', RTPENGINE, rtpengine),
]
