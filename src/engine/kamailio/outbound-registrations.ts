// Our registrations at carriers: Kamailio's `uac` sends them, configured over JSON-RPC.
import { z } from 'zod'
import { KamailioRefused, type KamailioRpc } from './rpc.ts'
import type { OutboundRegistration, OutboundRegistrationState } from './switch-users.ts'

/** Flags of uac.so: a REGISTER is under way, the carrier has accepted, the first was sent. */
const ONGOING = 2
const ONLINE = 4
const STARTED = 16
/** The value for none in uac.so. */
const NONE = '.'

const known = z.object({
  l_uuid: z.string(),
  r_username: z.string(),
  r_domain: z.string(),
  realm: z.string(),
  auth_username: z.string(),
  auth_password: z.string(),
  auth_proxy: z.string(),
  expires: z.number(),
  socket: z.string(),
  flags: z.number(),
  diff_expires: z.number(),
})
type Known = z.infer<typeof known>

export async function setOutboundRegistrations(
  rpc: KamailioRpc,
  wanted: readonly OutboundRegistration[],
): Promise<void> {
  const there = await listKnown(rpc)
  const rows = wanted.map(toRow)
  for (const one of there) {
    if (rows.some((row) => isSame(row, one))) continue
    await unlessRefused(rpc.call('uac.reg_unregister', ['l_uuid', one.l_uuid]))
    await unlessRefused(rpc.call('uac.reg_remove', [one.l_uuid]))
  }
  for (const row of rows) {
    if (there.some((one) => isSame(row, one))) continue
    await rpc.call('uac.reg_add', [
      ...[row.l_uuid, row.r_username, row.r_domain, row.r_username, row.r_domain, row.realm],
      ...[row.auth_username, row.auth_password, NONE, row.auth_proxy],
      ...[row.expires, 0, 0, row.socket, contactOf(row)],
    ])
  }
}

export async function listOutboundRegistrations(
  rpc: KamailioRpc,
  now_ms: number,
): Promise<OutboundRegistrationState[]> {
  const now = Math.floor(now_ms / 1000)
  return (await listKnown(rpc)).map((one) => {
    const state = stateOf(one.flags)
    return {
      gateway_id: Number(one.l_uuid.replace(/^gw/, '')),
      state,
      expires_at: state === 'REGISTERED' ? now + one.diff_expires : null,
    }
  })
}

function stateOf(flags: number): OutboundRegistrationState['state'] {
  if (flags & ONLINE) return 'REGISTERED'
  return flags & ONGOING || !(flags & STARTED) ? 'TRYING' : 'FAILED'
}

type Row = Omit<Known, 'flags' | 'diff_expires'>

/** The name is also the user part of the Contact at which the carrier calls us. */
function toRow(one: OutboundRegistration): Row {
  return {
    l_uuid: `gw${one.gateway_id}`,
    r_username: one.username,
    r_domain: one.domain,
    realm: one.realm,
    auth_username: one.auth_username,
    auth_password: one.auth_password,
    auth_proxy: one.registrar,
    expires: one.expires,
    socket: one.socket ?? '',
  }
}

/** The address for the carrier's calls: that of the socket, else Kamailio's own. */
function contactOf({ socket }: Row): string {
  return socket === '' ? NONE : socket.replace(/^[a-z]+:/, '')
}

function isSame(row: Row, one: Known): boolean {
  return Object.entries(row).every(([name, value]) => one[name as keyof Row] === value)
}

async function listKnown(rpc: KamailioRpc): Promise<Known[]> {
  return z.array(known).parse((await rpc.call('uac.reg_dump')) ?? [])
}

async function unlessRefused(command: Promise<unknown>): Promise<void> {
  try {
    await command
  } catch (error) {
    if (!(error instanceof KamailioRefused)) throw error
  }
}
