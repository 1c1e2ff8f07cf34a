// The dialogs that Kamailio has, over JSON-RPC: listed, and ended.
import { z } from 'zod'
import { dialogParts } from './command.ts'
import { listTable } from './hash-table.ts'
import { readMessage } from './message.ts'
import { KamailioRefused, type KamailioRpc } from './rpc.ts'
import type { CallEvent, SwitchDialog } from './switch-link.ts'

const variables = z
  .array(z.record(z.string(), z.string()))
  .default([])
  .transform((list) => Object.assign({}, ...list) as Readonly<Record<string, string | undefined>>)

const dialogList = z.array(
  z.object({
    h_entry: z.number().int(),
    h_id: z.number().int(),
    'call-id': z.string(),
    state: z.number().int(),
    variables,
  }),
)

/**
 * Numbers of dialog.so: 1 unconfirmed, 2 early, 3 confirmed without ACK, 4 confirmed, 5 deleted.
 */
const ANSWERED_STATES = [3, 4]

export async function listDialogs(rpc: KamailioRpc): Promise<SwitchDialog[]> {
  const dialogs = dialogList.parse((await rpc.call('dlg.list')) ?? [])
  return dialogs.map(({ h_entry, h_id, 'call-id': sip_call_id, state, variables: known }) => ({
    dialog: `${h_entry}:${h_id}:${known.cseq ?? '0'}`,
    call_id: known.call_id ?? '',
    sip_call_id,
    state: toState(state, known.ended !== undefined),
    gateway_id: toNumber(known.gateway_id),
    started_at: toNumber(known.started_at),
    answered_at: toNumber(known.answered_at),
    is_held: known.held !== undefined && known.held !== '',
  }))
}

/** Its first row is no event: it only keeps the table from being empty. */
export async function listOutbox(rpc: KamailioRpc): Promise<CallEvent[]> {
  const rows = await listTable(rpc, 'outbox')
  return rows.flatMap(({ value }) => {
    const incoming = readMessage(String(value))
    return incoming.what === 'event' ? [incoming.event] : []
  })
}

/** State for an end that has been reported, although replies to our BYE may still be missing. */
function toState(state: number, told: boolean): SwitchDialog['state'] {
  if (ANSWERED_STATES.includes(state)) return told ? 'ENDED' : 'ANSWERED'
  return state < 3 ? 'SETUP' : 'ENDED'
}

function toNumber(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text)
}

export async function isAnswered(rpc: KamailioRpc, dialog: string): Promise<boolean> {
  return (await listDialogs(rpc)).find((one) => one.dialog === dialog)?.state === 'ANSWERED'
}

/** On a ringing call `dlg.end_dlg` returns success, does nothing and reports a false failure. */
export async function endDialog(
  rpc: KamailioRpc,
  dialog: string,
  q850_cause: number,
  text: string,
): Promise<boolean> {
  const { entry, id } = dialogParts(dialog)
  const words = text.replace(/[^\w .-]/g, '')
  try {
    await rpc.call('dlg.end_dlg', [
      entry,
      id,
      `Reason: Q.850;cause=${q850_cause};text="${words}"\r\n`,
    ])
    return true
  } catch (error) {
    if (error instanceof KamailioRefused) return false
    throw error
  }
}
