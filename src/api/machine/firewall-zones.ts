import { z } from 'zod'
import * as contract from '#contract/machine/firewall-zones.ts'
import { ZONE_SERVICES } from '#core/firewall/firewall-zone.ts'
import { coveringNetworks } from '#core/firewall/network-list.ts'
import type { Tx } from '#db/database.ts'
import {
  deleteFirewallZone,
  findFirewallZone,
  insertFirewallZone,
  listFirewallZones,
  listZoneNetworks,
  listZoneOrder,
  replaceZoneNetworks,
  setZoneOrder,
  updateFirewallZone,
} from '#db/machine/firewall-zones.ts'
import { findBan } from '#db/people/bans.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { changeZones } from '../checks/change-zones.ts'
import { type Actor, changedMeanwhile, noteActivity, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

const entity = 'firewall_zone'
const form = contract.firewallZoneFields
const countriesForm = z.object({ countries: z.array(z.string()) })
const orderForm = z.object({ order: z.array(z.string()) })
const signal = { changed: 'firewall' } as const

/** Networks that a line of the activity log names. */
const LOGGED_MAX = 100

/** Refuses networks that others in the list cover, by the fields of the form. */
function refuseCovered(networks: readonly { readonly network: string }[]): void {
  const fields = coveringNetworks(networks.map(({ network }) => network)).flatMap((other, at) =>
    other === null ? [] : [[`networks.${at}.network`, `Already covered by ${other}.`] as const],
  )
  if (fields.length > 0) throw new Problem('bad-input', { fields: Object.fromEntries(fields) })
}

/** The zone with its next version; changes of its lists are changes of the zone. */
async function nextVersion(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version: number },
  values: Parameters<typeof updateFirewallZone>[3],
) {
  const before = found(await findFirewallZone(tx, actor.caller.scope, id))
  if (!(await updateFirewallZone(tx, id, version, values))) {
    throw await changedMeanwhile(tx, actor, entity, id)
  }
  return before
}

async function noteNetworks(
  tx: Tx,
  actor: Actor,
  zone: { readonly id: number; readonly name: string },
  before: readonly string[],
): Promise<void> {
  const after = await networksOf(tx, actor.caller.scope, zone.id)
  const removed = before.filter((network) => !after.includes(network))
  const added = after.filter((network) => !before.includes(network))
  await noteActivity(tx, actor, {
    action: 'UPDATE',
    entity,
    entity_id: String(zone.id),
    entity_name: zone.name,
    changes: {
      networks: [removed.slice(0, LOGGED_MAX), added.slice(0, LOGGED_MAX)],
      networks_count: [before.length, after.length],
    },
  })
}

/** As one line each, so that the activity log also has a changed comment or expiry. */
const networksOf = async (tx: Tx, scope: Scope, id: number) =>
  (await listZoneNetworks(tx, scope, id)).map(({ network, comment, expires_at }) =>
    [network, comment, expires_at && `until ${expires_at}`].filter(Boolean).join(' '),
  )

export const firewallZones: HandlersOf<typeof contract> = {
  listFirewallZones: ({ database, caller, query }) =>
    listFirewallZones(database, caller.scope, query),

  async getFirewallZone({ database, caller, params }) {
    return found(await findFirewallZone(database, caller.scope, params.id))
  },

  createFirewallZone: ({ body, ...request }) =>
    changeZones(request, async (tx) => {
      const id = await insertFirewallZone(tx, body)
      const change = { entity, id, name: body.name, form, after: body }
      await publishChange(tx, request, change, signal)
      return found(await findFirewallZone(tx, request.caller.scope, id))
    }),

  updateFirewallZone: ({ params: { id }, body: { version, ...values }, ...request }) =>
    changeZones(request, async (tx) => {
      const before = await nextVersion(tx, request, { id, version }, values)
      const change = { entity, id, name: values.name, form, before, after: values }
      await publishChange(tx, request, change, signal)
      return found(await findFirewallZone(tx, request.caller.scope, id))
    }),

  deleteFirewallZone: ({ params: { id }, ...request }) =>
    changeZones(request, async (tx) => {
      const before = found(await findFirewallZone(tx, request.caller.scope, id))
      await deleteFirewallZone(tx, id)
      await publishChange(tx, request, { entity, id, name: before.name, form, before }, signal)
    }),

  orderFirewallZones: ({ body: { ids }, ...request }) =>
    changeZones(request, async (tx) => {
      const before = await listZoneOrder(tx, request.caller.scope)
      const wanted = ids.flatMap((id) => before.find((zone) => zone.id === id) ?? [])
      if (new Set(ids).size !== before.length || wanted.length !== before.length) {
        throw new Problem('changed-meanwhile')
      }
      await setZoneOrder(tx, ids)
      const names = (zones: typeof before) => ({ order: zones.map(({ name }) => name) })
      const change = { entity, id: 'order', name: 'Order', form: orderForm }
      const states = { before: names(before), after: names(wanted) }
      await publishChange(tx, request, { ...change, ...states }, signal)
    }),

  async getZoneCountries({ database, caller, params }) {
    return found(await findFirewallZone(database, caller.scope, params.id))
  },

  setZoneCountries: ({ params: { id }, body: { version, countries }, ...request }) =>
    changeZones(request, async (tx) => {
      const after = { countries: [...new Set(countries)].sort() }
      const before = await nextVersion(tx, request, { id, version }, after)
      const change = { entity, id, name: before.name, form: countriesForm, before, after }
      await publishChange(tx, request, change, signal)
    }),

  async getZoneNetworks({ database, caller, params }) {
    const zone = found(await findFirewallZone(database, caller.scope, params.id))
    return { ...zone, networks: await listZoneNetworks(database, caller.scope, zone.id) }
  },

  setZoneNetworks: ({ params: { id }, body: { version, networks }, ...request }) => {
    refuseCovered(networks)
    return changeZones(request, async (tx) => {
      const before = await networksOf(tx, request.caller.scope, id)
      const zone = await nextVersion(tx, request, { id, version }, {})
      await replaceZoneNetworks(tx, id, networks)
      await noteNetworks(tx, request, zone, before)
      await sendSignal(tx, signal)
    })
  },

  async testFirewallZones({ database, caller, body, origin, firewall }) {
    const address = body.address || origin.ip
    const [current, countries] = [await firewall.read(database), await firewall.countries(database)]
    const ban = await findBan(database, caller.scope, address)
    return {
      address,
      country: countries.countryOf(address),
      banned_until: ban?.banned_until ?? null,
      services: firewall.decide(current, address, ZONE_SERVICES),
    }
  },
}
