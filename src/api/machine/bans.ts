import * as contract from '#contract/machine/bans.ts'
import { parseAddress } from '#core/ip-network.ts'
import { deleteBan, findBan, listBans, writeBan } from '#db/people/bans.ts'
import { publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'

const entity = 'ban'
const form = contract.banForm
const MINUTE_MS = 60_000

function isSame(one: string, other: string): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)]
  return a?.bits === b?.bits && a?.value === b?.value
}

/** IPv4 in the clothes of IPv6 is IPv4, as the switch writes it. */
const plain = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '')

export const bans: HandlersOf<typeof contract> = {
  listBans: ({ database, caller, query }) => listBans(database, caller.scope, query),

  createBan: ({ database, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      if (isSame(body.ip, actor.origin.ip)) {
        throw badField('ip', 'This is your own address.')
      }
      const ip = plain(body.ip)
      const banned_until = toInstant(clock.now_ms() + body.minutes * MINUTE_MS)
      const { reason } = body
      const created_by = actor.caller.user_id
      await writeBan(tx, { ip, reason, banned_until, created_by })
      await publishChange(
        tx,
        actor,
        { entity, id: ip, name: ip, form, after: body },
        { changed: 'bans' },
      )
      return found(await findBan(tx, actor.caller.scope, ip))
    }),

  deleteBan: ({ database, params, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const ip = plain(params.ip)
      const before = found(await findBan(tx, actor.caller.scope, ip))
      if (!(await deleteBan(tx, ip))) throw new Problem('not-found')
      await publishChange(
        tx,
        actor,
        { entity, id: ip, name: ip, form, before },
        { changed: 'bans' },
      )
    }),
}
