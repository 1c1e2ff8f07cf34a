// Wholesale and retail clients are added, changed and closed in the same way.
import type { z } from 'zod'
import { clientForm as form } from '#contract/accounts/client-profile.ts'
import { findReadinessGaps } from '#core/account/client-readiness.ts'
import type { Money } from '#core/money.ts'
import { pick } from '#core/pick.ts'
import { deleteAccount, lockAccount } from '#db/accounts/account-profile.ts'
import { lockBalance } from '#db/accounts/balances.ts'
import { readClientFacts } from '#db/accounts/client-readiness.ts'
import {
  CLIENT_COLUMNS,
  type ClientKind,
  type ClientValues,
  countClientCalls,
  deleteClientIpsOf,
  findClient,
  findPlanOfClient,
  insertClient,
  listClients,
  updateClient,
} from '#db/accounts/clients.ts'
import { findClientPlans } from '#db/accounts/reseller-plans.ts'
import { deleteSipUsersOf } from '#db/accounts/sip-users.ts'
import type { Database, Tx } from '#db/database.ts'
import { deletePortalLogin } from '#db/people/users.ts'
import { isOfAdmin, type Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { confirmCreditLimit } from '../checks/large-money.ts'
import { lockReferred } from '../checks/references.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import type { Origin } from '../http/network.ts'
import { badField, found, Problem } from '../http/problem.ts'
import * as accounts from './accounts.ts'

type Form = z.output<typeof form>

/** The parts of a request that an endpoint of either kind needs. */
interface Request extends AppContext {
  readonly caller: Caller
  readonly origin: Origin
}

const ENTITIES = { WHOLESALE: 'wholesale_client', RETAIL: 'retail_client' } as const

interface Above {
  readonly parent_id: number | null
  readonly tariff_id: number
}

async function checkReferences(tx: Tx, scope: Scope, body: Form, before?: Above): Promise<void> {
  await accounts.checkParent(tx, scope, { parent_id: body.parent_id }, before)
  await accounts.checkTariff(tx, scope, body.tariff_id, 'SELL', before)
  // All other fields that refer to rows are those of the operator.
  if (!isOfAdmin(scope)) return
  await lockReferred(tx, scope, 'route_plan', 'route_plan_id', body.route_plan_id)
  await lockReferred(tx, scope, 'translation', 'translation_id', body.translation_id)
  for (const field of ['dst_list_id', 'src_list_id', 'cli_list_id'] as const) {
    await lockReferred(tx, scope, 'number_list', field, body[field])
  }
  if (body.cli_policy === 'FORCE' && body.cli_list_id === null) {
    throw badField('cli_list_id', 'Select the replacement numbers.')
  }
}

const valuesOf = (body: Form): ClientValues => ({
  account: accounts.accountValuesOf(body),
  client: { ...pick(body, CLIENT_COLUMNS), ...(body.tags && { tags: [...new Set(body.tags)] }) },
  limits: accounts.moneyLimitsOf(body),
})

/** The gaps of each of these clients, or of each of the kind. */
async function gapsOf(database: Database, scope: Scope, kind: ClientKind, ids?: readonly number[]) {
  const facts = await readClientFacts(database, scope, { kind, ids })
  return new Map(facts.map((one) => [one.id, findReadinessGaps(one)]))
}

/** The client with its gaps, which take most of the time of a change. */
export async function readClient(
  database: Database,
  { caller: { scope }, is_part }: Pick<Request, 'caller' | 'is_part'>,
  kind: ClientKind,
  id: number,
) {
  const client = found(await findClient(database, scope, kind, id))
  if (is_part) return { ...client, gaps: [] }
  const gaps = await gapsOf(database, scope, kind, [id])
  return { ...client, gaps: gaps.get(id) ?? [] }
}

type ClientQuery = Parameters<typeof listClients>[3] & { readonly ready?: string | undefined }

export async function listReadyClients(
  database: Database,
  scope: Scope,
  kind: ClientKind,
  { ready, ...query }: ClientQuery,
) {
  const all = ready === undefined ? undefined : await gapsOf(database, scope, kind)
  const isWanted = (gaps: readonly unknown[]) => (gaps.length === 0) === (ready === 'true')
  const ids = all && [...all].flatMap(([id, gaps]) => (isWanted(gaps) ? [id] : []))
  const { rows, page } = await listClients(database, scope, kind, query, ids)
  const shown = rows.map(({ id }) => id)
  const gaps = all ?? (await gapsOf(database, scope, kind, shown))
  return { rows: rows.map((row) => ({ ...row, gaps: gaps.get(row.id) ?? [] })), page }
}

/** The client of a reseller is right below it, and calls by one of the plans of the reseller. */
async function withOwner(tx: Tx, scope: Scope, body: Form, client_id?: number): Promise<Form> {
  if (isOfAdmin(scope)) return body
  const { account_id: parent_id } = scope
  const given = await findClientPlans(tx, parent_id)
  const kept = client_id === undefined ? undefined : await findPlanOfClient(tx, client_id)
  const { route_plan_id = null } = body
  if (route_plan_id === null) {
    return { ...body, parent_id, route_plan_id: kept === undefined ? (given[0] ?? null) : kept }
  }
  if (route_plan_id !== kept && !given.includes(route_plan_id)) {
    throw badField('route_plan_id', 'This route plan does not exist.')
  }
  return { ...body, parent_id }
}

export async function createClient(
  kind: ClientKind,
  { database, ...request }: Request,
  asked: Form,
) {
  accounts.checkBillingType(asked)
  const password_hash = await accounts.firstHashOf(request, asked)
  const { scope } = request.caller
  const entity = ENTITIES[kind]
  return database.transaction().execute(async (tx) => {
    const body = await withOwner(tx, scope, asked)
    await checkReferences(tx, scope, body)
    await accounts.checkNarrower(tx, scope, body)
    const limits = { before: 0 as Money, after: body.credit_limit }
    await confirmCreditLimit(tx, request, body.currency, limits)
    const id = await insertClient(tx, kind, valuesOf(body))
    await accounts.checkLending(tx, request.caller, body)
    await accounts.addPortalLogin(tx, id, kind, body, password_hash)
    await publishChange(tx, request, { entity, id, name: body.name, form, after: body })
    return readClient(tx, request, kind, id)
  })
}

export async function changeClient(
  kind: ClientKind,
  { database, ...request }: Request,
  id: number,
  asked: Form & { readonly version: number },
) {
  accounts.checkBillingType(asked)
  const password_hash = await accounts.hashOf(request, asked)
  const { scope } = request.caller
  const entity = ENTITIES[kind]
  return database.transaction().execute(async (tx) => {
    const before = found(await findClient(tx, scope, kind, id))
    const body = { ...(await withOwner(tx, scope, asked, id)), version: asked.version }
    await checkReferences(tx, scope, body, before)
    await accounts.checkNarrower(tx, scope, { ...body, currency: before.currency }, before)
    await accounts.prepareCredit(tx, request, id, before, body)
    if (!(await updateClient(tx, id, body.version, valuesOf(body)))) {
      throw await changedMeanwhile(tx, request, entity, id)
    }
    await accounts.checkCredit(tx, request.caller, before, body)
    await accounts.changePortalLogin(tx, id, body, password_hash, toInstant(request.clock.now_ms()))
    await publishChange(tx, request, { entity, id, name: body.name, form, before, after: body })
    await sendSignal(tx, { changed: 'money', account_id: id })
    return readClient(tx, request, kind, id)
  })
}

export async function closeClient(
  kind: ClientKind,
  { database, ...request }: Request,
  id: number,
): Promise<void> {
  const entity = ENTITIES[kind]
  await database.transaction().execute(async (tx) => {
    const before = found(await findClient(tx, request.caller.scope, kind, id))
    await lockAccount(tx, id)
    accounts.refuseWithMoney(request.caller, { id, kind }, found(await lockBalance(tx, id)))
    if ((await countClientCalls(tx, id)) > 0) {
      throw new Problem('in-use', { message: 'This client has active calls.' })
    }
    const at = toInstant(request.clock.now_ms())
    await deleteAccount(tx, id, at)
    await deleteClientIpsOf(tx, id)
    await deleteSipUsersOf(tx, id)
    await deletePortalLogin(tx, id, at)
    await publishChange(
      tx,
      request,
      { entity, id, name: before.name, form, before },
      { changed: 'registrations' },
    )
    await sendSignal(tx, { changed: 'routing' })
  })
}
