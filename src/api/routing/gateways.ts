import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/routing/gateways.ts'
import { lockAccount } from '#db/accounts/account-profile.ts'
import { findSettlement } from '#db/accounts/settlements.ts'
import type { Database, Tx } from '#db/database.ts'
import { lockedUsersOf } from '#db/references.ts'
import { askForPing, forgetHealth, lockGateway, unlockGateway } from '#db/routing/gateway-states.ts'
import {
  deleteGateway,
  findGateway,
  insertGateway,
  listGateways,
  updateGateway,
} from '#db/routing/gateways.ts'
import type { Scope } from '#db/scope.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { sendSignal } from '#db/signals.ts'
import { addressesOf, refuseOwnSocket } from '../checks/gateway-host.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { lockReferred } from '../checks/references.ts'
import { type Actor, changedMeanwhile, noteActivity, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

const entity = 'gateway'
const form = contract.gatewayForm
type Form = Omit<BodyOf<typeof contract.createGateway>, 'auth_password'>

/** The account must exist, and may not be deleted until its gateway is written. */
async function checkSettlement(tx: Tx, scope: Scope, settlement_id: number): Promise<void> {
  await lockAccount(tx, settlement_id)
  const settlement = await findSettlement(tx, scope, settlement_id)
  if (!settlement) throw badField('settlement_id', 'This settlement account does not exist.')
}

async function checkReferred(tx: Tx, scope: Scope, body: Form): Promise<void> {
  await lockReferred(tx, scope, 'translation', 'translation_id', body.translation_id)
  await lockReferred(tx, scope, 'time_window', 'window_id', body.window_id)
  await lockReferred(tx, scope, 'failover_policy', 'failover_policy_id', body.failover_policy_id)
  await lockReferred(tx, scope, 'tunnel', 'tunnel_id', body.tunnel_id)
  for (const field of ['dst_list_id', 'src_list_id', 'cli_pool_id'] as const) {
    const list = await lockReferred(tx, scope, 'number_list', field, body[field])
    const isPool = field === 'cli_pool_id'
    if (list && isPool !== (list.mode === 'RANDOM')) {
      throw badField(field, isPool ? 'Select a number pool.' : 'Number pools cannot be used here.')
    }
  }
}

/** Checks of one field against another. */
function checkFields(body: Form, has_password: boolean): void {
  if (body.dst_min_length > body.dst_max_length) {
    throw badField('dst_max_length', 'Must not be less than the min length.')
  }
  if (body.register && body.auth_username === '') {
    throw badField('auth_username', 'Registration needs a username.')
  }
  if (body.auth_username !== '' && !has_password) {
    throw badField('auth_password', 'A username needs a password.')
  }
}

/** As it is stored; one that is left out stays as it was. */
const encrypted = ({ auth_password }: { auth_password?: string | undefined }, keys: SecretKeys) =>
  auth_password ? { auth_password: keys.encrypt('gateway.auth_password', auth_password) } : {}

type Row = NonNullable<Awaited<ReturnType<typeof findGateway>>>

/** Whether the change makes the stored health of the gateway outdated. */
const isElsewhere = (before: Row, { host, port, transport, tunnel_id, options_ping }: Form) =>
  before.host !== host ||
  before.port !== port ||
  before.transport !== transport ||
  before.tunnel_id !== tunnel_id ||
  before.options_ping !== options_ping

export const gateways: HandlersOf<typeof contract> = {
  listGateways: ({ database, caller, query }) =>
    listGateways(database, caller.scope, inZoneOf(caller, query)),

  async getGateway({ database, caller, params }) {
    return found(await findGateway(database, caller.scope, params.id, caller.timezone))
  },

  async createGateway({ database, secretKeys, resolveHost, body, ...actor }) {
    const addresses = await addressesOf(body.host, resolveHost)
    return database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      checkFields(body, Boolean(body.auth_password))
      await refuseOwnSocket(tx, addresses, body.port)
      await checkSettlement(tx, scope, body.settlement_id)
      await checkReferred(tx, scope, body)
      const id = await insertGateway(tx, { ...body, ...encrypted(body, secretKeys) })
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findGateway(tx, scope, id))
    })
  },

  async updateGateway({ database, secretKeys, resolveHost, params: { id }, body, ...actor }) {
    // A bulk change leaves the hosts as they are.
    const addresses = actor.is_part ? [body.host] : await addressesOf(body.host, resolveHost)
    return database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...form_values } = body
      const values = { ...form_values, ...encrypted(body, secretKeys) }
      const before = found(await findGateway(tx, scope, id))
      checkFields(body, body.auth_password ? true : before.has_auth_password)
      await refuseOwnSocket(tx, addresses, body.port)
      await checkSettlement(tx, scope, body.settlement_id)
      await checkReferred(tx, scope, body)
      // A password requires a name.
      if (values.auth_username === '') values.auth_password = ''
      if (!(await updateGateway(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      if (isElsewhere(before, body)) await forgetHealth(tx, id)
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: body })
      return found(await findGateway(tx, scope, id))
    })
  },

  deleteGateway: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findGateway(tx, actor.caller.scope, id))
      refuseInUse('The gateway', await lockedUsersOf(tx, 'gateway', id))
      await deleteGateway(tx, id, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),

  lockGateway: (request) =>
    act(request, lockGateway, ({ lock_state }) => ({ lock_state: [lock_state, 'LOCKED'] })),
  unlockGateway: (request) =>
    act(request, unlockGateway, ({ lock_state }) => ({ lock_state: [lock_state, 'OPEN'] })),
  pingGateway: (request) => act(request, askForPing, () => ({ ping_asked: [false, true] })),
}

/** Does something to a gateway that is not a change of its configuration. */
function act(
  { database, params: { id }, ...actor }: Actor & { database: Database; params: { id: number } },
  work: (tx: Tx, id: number) => Promise<void>,
  changesOf: (before: Row) => Readonly<Record<string, readonly [unknown, unknown]>>,
): Promise<Row> {
  return database.transaction().execute(async (tx) => {
    const { scope } = actor.caller
    const before = found(await findGateway(tx, scope, id))
    await work(tx, id)
    await noteActivity(tx, actor, {
      action: 'EXECUTE',
      entity,
      entity_id: String(id),
      entity_name: before.name,
      changes: changesOf(before),
    })
    await sendSignal(tx, { changed: 'routing' })
    return found(await findGateway(tx, scope, id))
  })
}
