// The whole marked carrier: what the operator has beside the accounts, and a session of each kind.
import { updateSettings } from '#contract/console/settings.ts'
import { createBan } from '#contract/machine/bans.ts'
import { createFirewallZone } from '#contract/machine/firewall-zones.ts'
import { createTunnel } from '#contract/machine/tunnels.ts'
import { createReRating } from '#contract/re-ratings/re-ratings.ts'
import { createGatewayGroup } from '#contract/routing/gateway-groups.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { createNumberListItem } from '#contract/routing/number-list-items.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import type { Session, TestApi } from './api.ts'
import type { Dns } from './brands.ts'
import { gatewayForm, routePlanForm, tunnelForm } from './forms.ts'
import { addMarkedAccounts, idOf, type MarkedAccounts, mark } from './marked-accounts.ts'
import { addMarkedCalls } from './marked-calls.ts'
import { addMarkedThings } from './marked-things.ts'
import { signInAdmin } from './people.ts'
import { addList, addTranslation, addWindow, itemForm } from './route-lists.ts'

const op = (thing: string) => mark('op', thing)

/** A route plan that the first reseller gives to its clients. */
async function addPlan({ admin }: TestApi) {
  const plan = { ...routePlanForm([], op('plan')), rules: [], name_for_resellers: op('givenplan') }
  return idOf(await admin.call(createRoutePlan, { body: plan }))
}

async function addRouting(api: TestApi, { ids }: MarkedAccounts) {
  const { admin } = api
  const gateway = async (of: 'c0' | 'c1', port: number) => {
    const body = { ...gatewayForm(ids[of], mark(of, 'gateway')), port }
    return idOf(await admin.call(createGateway, { body }))
  }
  const gateways = { c0: await gateway('c0', 5071), c1: await gateway('c1', 5072) }
  const members = [{ gateway_id: gateways.c0, priority: 1, weight: 1 }]
  const group = { name: op('gatewaygroup'), description: '', status: 'active', members } as const
  idOf(await admin.call(createGatewayGroup, { body: group }))
  idOf(await admin.call(createTunnel, { body: tunnelForm(op('tunnel')) }))
  const list_id = idOf(await addList(api, { name: op('list'), description: op('listnotes') }))
  const item = { ...itemForm, description: op('item') }
  idOf(await admin.call(createNumberListItem, { params: { number_list_id: list_id }, body: item }))
  idOf(await addWindow(api, { name: op('window') }))
  idOf(await addTranslation(api, {}))
  await api.database
    .updateTable('translation')
    .set({ name: op('translation') })
    .execute()
  await api.database
    .updateTable('failover_policy')
    .set({ description: op('policy') })
    .execute()
  const zone = { name: op('zone'), description: '', policy: 'DENY', status: 'active' } as const
  const limits = { requests_per_second: null, services: ['SIP_INVITE' as const] }
  idOf(await admin.call(createFirewallZone, { body: { ...zone, ...limits } }))
  const ban = { ip: '203.0.113.9', minutes: 60, reason: op('ban') }
  const banned = await admin.call(createBan, { body: ban })
  if (banned.status !== 200) throw new Error(JSON.stringify(banned.problem))
  return gateways
}

async function addBooks({ admin, clock }: TestApi, { ids }: MarkedAccounts) {
  const nothing = { account_id: null, tariff_id: null, new_tariff_id: null, prefix: '' }
  const period = { from_at: '2026-01-02T00:00:00Z', until_at: new Date(clock.now).toISOString() }
  const body = { reason: op('rerating'), ...nothing, ...period }
  idOf(await admin.call(createReRating, { body }))
  for (const one of ['c0', 'c1'] as const) {
    const answer = await admin.send({
      method: 'POST',
      url: `/api/settlements/${ids[one]}/reconciliations?file_name=${mark(one, 'recon')}.csv`,
      headers: { 'content-type': 'text/csv' },
      payload: 'Number,Start,Seconds\n4420,2026-01-01 10:00:00,60\n',
    })
    idOf(answer.json())
  }
}

const setWords = ({ admin }: TestApi) =>
  admin.call(updateSettings, {
    body: {
      company: op('company'),
      company_address: op('address'),
      company_tax_number: op('tax'),
      document_footer: op('footer'),
      bank_details: op('bank'),
    },
  })

/** The resellers of the top, of the middle and of the lowest level, and one of each other kind. */
export const VIEWERS = [
  ...(['r1', 'r3', 'r5'] as const),
  ...(['staff of r2', 'w2', 't3', 'c0', 'admin of r3'] as const),
] as const
export type Viewer = (typeof VIEWERS)[number]

async function signInAll(api: TestApi, { ids, sessions }: MarkedAccounts) {
  const { r1, r3, r5 } = sessions
  const client = (one: 'w2' | 't3' | 'c0') => api.signIn(mark(one, 'login'), 'CLIENT')
  const scope = 'LISTED' as const
  const limited = { scope, account_ids: [ids.r3], permissions: [...PERMISSIONS] }
  return {
    ...{ r1, r3, r5 },
    'staff of r2': await api.signIn(mark('r2', 'desk'), 'RESELLER'),
    ...{ w2: await client('w2'), t3: await client('t3'), c0: await client('c0') },
    'admin of r3': await signInAdmin(api, 'limited', limited),
  } satisfies Record<Viewer, Session>
}

export async function addMarkedWorld(api: TestApi, dns: Dns) {
  const words = await setWords(api)
  if (words.status !== 204) throw new Error(JSON.stringify(words.problem))
  const accounts = await addMarkedAccounts(api, [await addPlan(api)])
  const gateways = await addRouting(api, accounts)
  const call_ids = await addMarkedCalls(api, accounts, gateways)
  await addMarkedThings(api, accounts, dns)
  await addBooks(api, accounts)
  return { ...accounts, gateways, call_ids, viewers: await signInAll(api, accounts) }
}

export type MarkedWorld = Awaited<ReturnType<typeof addMarkedWorld>>
