import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

const sipMessage = z.object({
  /** To the microsecond. */
  at: is.instant,
  from_ip: z.string(),
  from_port: z.number(),
  to_ip: z.string(),
  to_port: z.number(),
  transport: z.enum(['UDP', 'TCP', 'TLS']),
  /** Seen from the switch. */
  direction: z.enum(['IN', 'OUT']),
  /** The method of a request, code and reason of a response. */
  summary: z.string(),
  cseq: z.string(),
  /** That of the leg. */
  sip_call_id: z.string(),
  /**
   * Untrusted text, as it was on the wire but for secrets; bytes that are no UTF-8 are replaced.
   * Empty for users from whom digits of numbers are hidden.
   */
  text: z.string(),
  /** Whether the end of a large message is missing. */
  is_cut: z.boolean(),
})
export type SipMessage = z.output<typeof sipMessage>

const tracedMessages = z.object({
  /** In the order of time; none if no rule has traced the call. */
  messages: z.array(sipMessage),
  /** Whether there are more than these. */
  has_more: z.boolean(),
  /** Gateways by address and port, as the call was sent to them. */
  gateways: z.array(z.object({ address: z.string(), name: z.string() })),
})
export type TracedMessages = z.output<typeof tracedMessages>

const params = z.object({ call_id: is.callId })

export const listSipMessages = endpoint({
  method: 'GET',
  path: '/api/cdr/:call_id/messages',
  summary: 'The SIP messages of a traced call, at most 1,000',
  needs: 'sip_messages.view',
  params,
  answer: tracedMessages,
  heavy: true,
})

export const listActiveSipMessages = endpoint({
  method: 'GET',
  path: '/api/active-calls/:call_id/messages',
  summary: 'The SIP messages of a traced call that is active, at most 1,000',
  needs: 'sip_messages.view',
  params,
  answer: tracedMessages,
  passive: true,
})

export const getSipMessageFile = endpoint({
  method: 'GET',
  path: '/api/cdr/:call_id/messages.pcap',
  summary: 'The same messages as a pcap file; noted in the activity log',
  needs: 'sip_messages.view',
  params,
  file_type: 'application/vnd.tcpdump.pcap',
  heavy: true,
})
