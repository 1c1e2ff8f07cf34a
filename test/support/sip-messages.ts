// The SIP messages of one call, as a trace of it has them: a caller, the switch, a gateway that
// answers 503 and one that takes the call, with one retransmission.
import { makeClient } from '#db/database.ts'
import { makePartitions } from '#db/partitions/partitions.ts'

interface TestMessage {
  /** Microseconds since the INVITE. */
  readonly after_us: number
  readonly from: string
  readonly to: string
  readonly sip_call_id: string
  readonly message: Buffer
  readonly transport?: 'UDP' | 'TCP' | 'TLS'
  readonly is_cut?: boolean
}

const CALLER = '192.0.2.7:5060'
export const SWITCH = '192.0.2.1:5060'

interface Ends {
  readonly from: string
  readonly to: string
  readonly sip_call_id: string
}

const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 192.0.2.7',
  's=-',
  'c=IN IP4 192.0.2.7',
  't=0 0',
  'm=audio 40000 RTP/AVP 8 0 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n')

function messageText(start: string, cseq: string, { from, sip_call_id }: Ends, body = ''): Buffer {
  const lines = [
    start,
    `Via: SIP/2.0/UDP ${from};branch=z9hG4bK-${sip_call_id.slice(0, 8)}-${cseq.replace(' ', '-')}`,
    'From: <sip:12025550123@192.0.2.7>;tag=1928301774',
    'To: <sip:442071838750@192.0.2.1>',
    `Call-ID: ${sip_call_id}`,
    `CSeq: ${cseq}`,
    'User-Agent: test',
    ...(body ? ['Content-Type: application/sdp'] : []),
    `Content-Length: ${body.length}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

interface TracedCall {
  /** The Call-ID of the caller. */
  readonly sip_call_id: string
  readonly caller?: string
  readonly ours?: string
  /** The first answers 503, the second takes the call. */
  readonly gateways: readonly [string, string]
}

/** Failover, answer, ACK and BYE; the INVITE to the first gateway is sent twice. */
export function tracedCall(call: TracedCall): TestMessage[] {
  const { sip_call_id, caller = CALLER, ours = SWITCH, gateways } = call
  const messages: TestMessage[] = []
  const leg = (other: string, id: string) => {
    const both =
      (from: string, to: string) =>
      (after_us: number, start: string, cseq: string, body?: string) => {
        const ends = { from, to, sip_call_id: id }
        messages.push({ after_us, ...ends, message: messageText(start, cseq, ends, body) })
      }
    return { comes: both(other, ours), goes: both(ours, other) }
  }
  const a = leg(caller, sip_call_id)
  const [first, second] = gateways.map((gateway, i) => leg(gateway, `TH-${i + 1}-${sip_call_id}`))
  const uri = 'sip:442071838750'
  a.comes(0, `INVITE ${uri}@192.0.2.1 SIP/2.0`, '1 INVITE', SDP)
  a.goes(1200, 'SIP/2.0 100 Trying', '1 INVITE')
  first?.goes(21_400, `INVITE ${uri}@${gateways[0]} SIP/2.0`, '1 INVITE', SDP)
  first?.goes(521_900, `INVITE ${uri}@${gateways[0]} SIP/2.0`, '1 INVITE', SDP)
  first?.comes(612_000, 'SIP/2.0 503 Service Unavailable', '1 INVITE')
  first?.goes(612_400, `ACK ${uri}@${gateways[0]} SIP/2.0`, '1 ACK')
  second?.goes(613_000, `INVITE ${uri}@${gateways[1]} SIP/2.0`, '1 INVITE', SDP)
  second?.comes(640_000, 'SIP/2.0 100 Trying', '1 INVITE')
  second?.comes(1_500_000, 'SIP/2.0 180 Ringing', '1 INVITE')
  a.goes(1_500_600, 'SIP/2.0 180 Ringing', '1 INVITE')
  second?.comes(5_020_000, 'SIP/2.0 200 OK', '1 INVITE', SDP)
  a.goes(5_020_700, 'SIP/2.0 200 OK', '1 INVITE', SDP)
  a.comes(5_060_000, `ACK ${uri}@192.0.2.1 SIP/2.0`, '1 ACK')
  second?.goes(5_060_500, `ACK ${uri}@${gateways[1]} SIP/2.0`, '1 ACK')
  a.comes(35_020_000, `BYE ${uri}@192.0.2.1 SIP/2.0`, '2 BYE')
  second?.goes(35_020_800, `BYE ${uri}@${gateways[1]} SIP/2.0`, '2 BYE')
  second?.comes(35_041_000, 'SIP/2.0 200 OK', '2 BYE')
  a.goes(35_041_500, 'SIP/2.0 200 OK', '2 BYE')
  return messages
}

const ends = (address: string): [string, number] => {
  const colon = address.lastIndexOf(':')
  return [address.slice(0, colon).replace(/[[\]]/g, ''), Number(address.slice(colon + 1))]
}

/** Writes them as the receiver of traces does; the first was at `epoch_ms`. */
export async function writeSipMessages(
  url: string,
  call_id: string,
  epoch_ms: number,
  messages: readonly TestMessage[],
): Promise<void> {
  const client = makeClient(url, 'test messages')
  await client.connect()
  try {
    await makePartitions(client, Math.floor(epoch_ms / 86_400_000) * 86_400_000, 2)
    for (const [i, one] of messages.entries()) {
      await client.query(
        `insert into sip_message (call_id, at, message_no, transport, from_ip, from_port, to_ip,
          to_port, sip_call_id, message, is_cut)
        values ($1, to_timestamp($2) + $3::bigint * interval '1 microsecond', $4, $5, $6, $7, $8,
          $9, $10, $11, $12)`,
        [
          ...[call_id, epoch_ms / 1000, one.after_us, i + 1, one.transport ?? 'UDP'],
          ...[...ends(one.from), ...ends(one.to), one.sip_call_id, one.message],
          one.is_cut ?? false,
        ],
      )
    }
  } finally {
    await client.end()
  }
}
