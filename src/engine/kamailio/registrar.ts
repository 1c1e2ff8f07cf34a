// Kamailio's tables of registrations, passwords, banned addresses and hits of zones, over JSON-RPC.
import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { assert } from '#core/assert.ts'
import { listTable } from './hash-table.ts'
import { KamailioRefused, type KamailioRpc } from './rpc.ts'
import type { SwitchBan, SwitchRegistration } from './switch-users.ts'

/** As `event_route[usrloc]` and the template name them. */
const LOCATION = 'location'
const CREDENTIALS = 'credentials'
const BANNED = 'banned'
const FLOODING = 'flooding'
const ZONE_HITS = 'zone_hits'

const contact = z.object({
  Address: z.string(),
  /** Seconds, or a word for a phone that is not there any more. */
  Expires: z.union([z.number(), z.string()]),
  'User-Agent': z.string(),
  Received: z.string(),
  'Last-Modified': z.number(),
})
const aor = z.object({
  Info: z.object({ AoR: z.string(), Contacts: z.array(z.object({ Contact: contact })) }),
})
const dump = z.object({
  Domains: z.array(z.object({ Domain: z.object({ AoRs: z.array(aor) }) })),
})

export async function listRegistrations(
  rpc: KamailioRpc,
  now_ms: number,
): Promise<SwitchRegistration[]> {
  const now = Math.floor(now_ms / 1000)
  const { Domains } = dump.parse(await rpc.call('ul.dump'))
  return Domains.flatMap(({ Domain }) => Domain.AoRs).flatMap(({ Info }) =>
    Info.Contacts.flatMap(({ Contact }) => toRegistration(Info.AoR, Contact, now)),
  )
}

function toRegistration(
  username: string,
  { Address, Expires, Received, ...more }: z.infer<typeof contact>,
  now: number,
): SwitchRegistration[] {
  if (typeof Expires === 'string') return []
  const [, source_ip = '', port = ''] = /^sip:([^:;]+):(\d+)/.exec(Received) ?? []
  return [
    {
      username,
      contact: Address,
      source_ip,
      source_port: Number(port),
      transport: /transport=tcp/i.test(Received) ? 'TCP' : 'UDP',
      user_agent: more['User-Agent'],
      registered_at: more['Last-Modified'],
      expires_at: now + Expires,
    },
  ]
}

export async function removeRegistration(
  rpc: KamailioRpc,
  username: string,
  contact: string | undefined,
): Promise<void> {
  if (contact === undefined) await unlessGone(rpc.call('ul.rm', [LOCATION, username]))
  else await unlessGone(rpc.call('ul.rm_contact', [LOCATION, username, contact]))
}

/** Without names that no password matches: scanners may create very many of them. */
export async function listAllowedNames(rpc: KamailioRpc): Promise<string[]> {
  const kept = await listTable(rpc, CREDENTIALS)
  const allowed = kept.filter(({ value }) => String(value).endsWith('|1'))
  return [...new Set(allowed.map(({ name }) => name.slice(0, name.lastIndexOf('|'))))]
}

/** Kamailio keeps a password for each user and source, under `username|address`. */
export async function forgetCredentials(rpc: KamailioRpc, username?: string): Promise<void> {
  if (username === undefined) {
    await rpc.call('htable.flush', [CREDENTIALS])
    return
  }
  const kept = await listTable(rpc, CREDENTIALS)
  for (const { name } of kept.filter(({ name }) => name.startsWith(`${username}|`))) {
    await unlessGone(rpc.call('htable.delete', [CREDENTIALS, name]))
  }
}

export async function ban(
  rpc: KamailioRpc,
  ip: string,
  seconds: number,
  now_ms: number,
): Promise<void> {
  assert(isIPv4(ip), `"${ip}" is no address that can be banned`)
  assert(Number.isInteger(seconds) && seconds >= 1, 'a ban lasts at least one whole second')
  // The row expires on its own; its value is the expiry time for `listBans`.
  const until = Math.floor(now_ms / 1000) + seconds
  await rpc.call('htable.seti', [BANNED, ip, until])
  await rpc.call('htable.setex', [BANNED, ip, seconds])
}

export async function unban(rpc: KamailioRpc, ip: string): Promise<void> {
  await unlessGone(rpc.call('htable.delete', [BANNED, ip]))
}

export const listBans = (rpc: KamailioRpc, now_ms: number): Promise<SwitchBan[]> =>
  listKeptOut(rpc, BANNED, now_ms)
export const listFloods = (rpc: KamailioRpc, now_ms: number): Promise<SwitchBan[]> =>
  listKeptOut(rpc, FLOODING, now_ms)

export async function forgiveFlood(rpc: KamailioRpc, ip: string): Promise<void> {
  await unlessGone(rpc.call('htable.delete', [FLOODING, ip]))
}

async function listKeptOut(rpc: KamailioRpc, table: string, now_ms: number): Promise<SwitchBan[]> {
  return (await listTable(rpc, table))
    .map(({ name, value }) => ({ ip: name, expires_at: Number(value) }))
    .filter(({ expires_at }) => expires_at > now_ms / 1000)
}

/** How many requests each zone has decided since the last call. */
export async function takeZoneHits(rpc: KamailioRpc): Promise<{ zone_id: number; hits: number }[]> {
  const rows = await listTable(rpc, ZONE_HITS)
  for (const { name } of rows) await unlessGone(rpc.call('htable.delete', [ZONE_HITS, name]))
  return rows.map(({ name, value }) => ({ zone_id: Number(name), hits: Number(value) }))
}

/** An entry that is to be removed may be gone already. */
async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!(error instanceof KamailioRefused)) throw error
  }
}
