// The note that the engine gives rtpengine with a recording, and rtpengine writes into the file of
// facts that it leaves beside the packets when the call has ended.

interface RecordingNote {
  readonly call_id: string
  /** Ports of the relay to which the caller sends. */
  readonly caller_ports: readonly number[]
}

export const writeRecordingNote = ({ call_id, caller_ports }: RecordingNote): string =>
  `softswitch ${call_id} ${caller_ports.join(',')}`

const NOTE = /^softswitch (\d{1,19}) ((?:\d{1,5},)*\d{1,5})$/

/**
 * What rtpengine's file of facts says: first where the packets are, last our note, and between them
 * SDP of both sides, which is untrusted. Undefined for any other file.
 */
export function readRecordingFacts(text: string): (RecordingNote & { pcap: string }) | undefined {
  const lines = text.trimEnd().split('\n')
  const [, call_id, ports] = NOTE.exec(lines.at(-1) ?? '') ?? []
  const pcap = lines[0]
  if (call_id === undefined || ports === undefined || !pcap?.startsWith('/')) return undefined
  return { call_id, caller_ports: ports.split(',').map(Number), pcap }
}
