import { isIP } from 'node:net'
import * as contract from '#contract/accounts/ip-list.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { lockAccount } from '#db/accounts/account-profile.ts'
import {
  checkClientIps,
  deleteClientIp,
  findClientIp,
  findSameClientIp,
  insertClientIp,
  listClientIps,
  overlapsForeign,
  updateClientIp,
} from '#db/accounts/client-ips.ts'
import { findClient } from '#db/accounts/clients.ts'
import { isSipNameTaken } from '#db/accounts/sip-users.ts'
import type { Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { lockReferred } from '../checks/references.ts'
import { type Actor, changedMeanwhile, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { checkTariff } from './accounts.ts'
import { ha1Of } from './sip-password.ts'

type Form = BodyOf<typeof contract.createClientIp>
type Request = Actor & { readonly secretKeys: SecretKeys }
type Row = NonNullable<Awaited<ReturnType<typeof findClientIp>>>

const FOREIGN = 'Addresses of this network are in use by others. Contact your provider.'
const entity = 'client_ip'
const form = contract.clientIpForm

/**
 * The client must exist, and may not be deleted until its address is written; so must what the row
 * has in place of the client's own.
 */
async function checkReferences(tx: Tx, scope: Scope, body: Form): Promise<void> {
  await lockAccount(tx, body.account_id)
  const client = await findClient(tx, scope, 'WHOLESALE', body.account_id)
  if (!client) throw badField('account_id', 'This client does not exist.')
  const { route_plan_id = null, tariff_id } = body
  if (tariff_id !== null) await checkTariff(tx, scope, tariff_id, 'SELL')
  await lockReferred(tx, scope, 'route_plan', 'route_plan_id', route_plan_id)
  if (await overlapsForeign(tx, scope, body.ip)) throw badField('ip', FOREIGN)
  if (body.dst_min_length > body.dst_max_length) {
    throw badField('dst_max_length', 'Must not be less than the min length.')
  }
}

/**
 * Names the client of the existing row; the unique index reports rows that the user may not see.
 */
async function refuseSame(tx: Tx, scope: Scope, body: Form, but_id?: number): Promise<void> {
  const same = await findSameClientIp(tx, scope, body, but_id)
  if (!same) return
  const what = 'This address with this port, transport and prefixes'
  const ip = `${what} is already in the IP list of ${same.client_name}.`
  throw new Problem('already-exists', { fields: { ip } })
}

/** Name and hash as they are stored; a new name needs a new password, because the hash holds it. */
async function digestOf(tx: Tx, keys: SecretKeys, body: Form, before?: Row) {
  const { auth_username, auth_password } = body
  if (auth_username === null) {
    if (auth_password) throw badField('auth_username', 'A password needs a username.')
    return { auth_username: null, auth_ha1: null }
  }
  const but = before ? { client_ip_id: before.id } : {}
  if (await isSipNameTaken(tx, auth_username, but)) {
    throw new Problem('already-exists', {
      fields: { auth_username: 'This name is already in use.' },
    })
  }
  if (auth_password) {
    const ha1 = ha1Of(auth_username, auth_password)
    return { auth_username, auth_ha1: keys.encrypt('client_ip.auth_ha1', ha1) }
  }
  if (before?.auth_username === auth_username) return { auth_username }
  throw badField('auth_password', 'A new username needs a password.')
}

/** The row without what is only there to make the hash. */
const rowOf = ({ auth_password: _, ...row }: Form) => row

/** Adds an address with all checks of the form, and answers its id. */
export async function addAddress(tx: Tx, request: Request, body: Form): Promise<number> {
  const { secretKeys, caller, origin } = request
  await checkReferences(tx, caller.scope, body)
  await refuseSame(tx, caller.scope, body)
  const digest = await digestOf(tx, secretKeys, body)
  const id = await insertClientIp(tx, { ...rowOf(body), ...digest })
  const change = { entity, id, name: body.ip, form, after: body }
  await publishChange(tx, { caller, origin }, change)
  return id
}

export async function removeAddress(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = found(await findClientIp(tx, actor.caller.scope, id))
  await deleteClientIp(tx, id)
  await publishChange(tx, actor, { entity, id, name: before.ip, form, before })
}

export const ipList: HandlersOf<typeof contract> = {
  async listClientIps({ database, caller, query }) {
    if (query.holds && !isIP(query.holds)) throw badField('holds', 'Invalid address.')
    return listClientIps(database, caller.scope, query)
  },

  async getClientIp({ database, caller, params }) {
    return found(await findClientIp(database, caller.scope, params.id))
  },

  checkClientIps: ({ database, caller, body }) =>
    checkClientIps(database, caller.scope, body.sources),

  createClientIp: ({ database, body, ...request }) =>
    database.transaction().execute(async (tx) => {
      const id = await addAddress(tx, request, body)
      return found(await findClientIp(tx, request.caller.scope, id))
    }),

  updateClientIp: ({ database, secretKeys, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = body
      const before = found(await findClientIp(tx, scope, id))
      await checkReferences(tx, scope, values)
      await refuseSame(tx, scope, values, id)
      const digest = await digestOf(tx, secretKeys, values, before)
      const row = { ...rowOf(values), ...digest }
      if (!(await updateClientIp(tx, id, version, row))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.ip, form, before, after: values })
      return found(await findClientIp(tx, scope, id))
    }),

  deleteClientIp: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute((tx) => removeAddress(tx, actor, id)),
}
