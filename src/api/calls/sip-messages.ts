import type * as contract from '#contract/calls/sip-messages.ts'
import { addressAndPort } from '#core/sip-trace/address-and-port.ts'
import { directionsOf } from '#core/sip-trace/message-direction.ts'
import { pcapFile } from '#core/sip-trace/pcap-file.ts'
import { summariseMessage } from '#core/sip-trace/read-message.ts'
import {
  findEndedCall,
  findTracedOpenCall,
  listSipMessages,
  type SipMessageRow,
  type TracedCall,
} from '#db/calls/call-messages.ts'
import type { Database } from '#db/database.ts'
import { noteActivity } from '../http/activity.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

const MESSAGES_MAX = 1000

export const sipMessages: HandlersOf<typeof contract> = {
  async listSipMessages({ database, caller, params: { call_id } }) {
    const call = found(await findEndedCall(database, caller.scope, call_id))
    return tracedMessages(database, caller, call_id, call)
  },

  async listActiveSipMessages({ database, caller, params: { call_id } }) {
    const call = found(await findTracedOpenCall(database, caller.scope, call_id))
    return tracedMessages(database, caller, call_id, call)
  },

  async getSipMessageFile({ database, caller, params: { call_id }, origin }) {
    if (hidesNumbers(caller)) throw new Problem('not-allowed')
    found(await findEndedCall(database, caller.scope, call_id))
    const rows = await listSipMessages(database, call_id, MESSAGES_MAX)
    await noteActivity(
      database,
      { caller, origin },
      {
        action: 'EXPORT',
        entity: 'sip_message',
        entity_id: call_id,
        entity_name: `SIP messages of call ${call_id}`,
        changes: {},
      },
    )
    return { name: `call-${call_id}.pcap`, bytes: pcapFile(rows) }
  },
}

/** Numbers are anywhere in a message, and cannot be masked there. */
const hidesNumbers = ({ rights }: Caller): boolean => rights.masked_digits > 0

async function tracedMessages(
  database: Database,
  caller: Caller,
  call_id: string,
  { sip_call_id, gateways }: TracedCall,
) {
  // One more than is answered says whether there are more.
  const rows = await listSipMessages(database, call_id, MESSAGES_MAX + 1)
  const read = rows.slice(0, MESSAGES_MAX).map(readRow)
  const directions = directionsOf(
    read.map(({ row, ...ends }) => ({ ...ends, sip_call_id: row.sip_call_id })),
    sip_call_id,
  )
  const messages = read.map(({ row, text, summary, cseq }, i) => ({
    ...row,
    ...{ summary, cseq },
    direction: directions[i] ?? 'IN',
    text: hidesNumbers(caller) ? '' : text,
  }))
  return { messages, has_more: rows.length > MESSAGES_MAX, gateways: [...gateways] }
}

function readRow(row: SipMessageRow) {
  const text = row.message.toString('utf8')
  return {
    ...{ row, text },
    ...summariseMessage(text),
    from: addressAndPort(row.from_ip, row.from_port),
    to: addressAndPort(row.to_ip, row.to_port),
  }
}
