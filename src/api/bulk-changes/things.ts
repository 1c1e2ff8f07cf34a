// The things of a bulk change, reached by the handlers of their own endpoints: list, read, save and
// delete check and log each of them exactly as in its form.
import { z } from 'zod'
import { ENDPOINTS } from '#contract/all.ts'
import { BULK_MAX, type BulkResource } from '#contract/bulk-changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { seenWith } from '#contract/field-rights.ts'
import { issueText } from '#contract/issue-texts.ts'
import { assert } from '#core/assert.ts'
import type { Tx } from '#db/database.ts'
import type { Listed } from '#db/paging.ts'
import { joining } from '#db/parts.ts'
import type { AppContext } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import { refuseMaskedSearch } from '../http/mask-numbers.ts'
import type { Origin } from '../http/network.ts'
import { badField, Problem } from '../http/problem.ts'

/** What these need of a request. */
export interface BulkRequest extends AppContext {
  readonly caller: Caller
  readonly origin: Origin
}

interface EndpointsOf {
  readonly list: string
  readonly remove: string
  /** Absent where the things can only be deleted. */
  readonly get?: string
  readonly update?: string
}

/** The names of their endpoints. */
const ENDPOINTS_OF: Readonly<Record<BulkResource, EndpointsOf>> = {
  wholesale_clients: {
    list: 'listWholesaleClients',
    get: 'getWholesaleClient',
    update: 'updateWholesaleClient',
    remove: 'deleteWholesaleClient',
  },
  retail_clients: {
    list: 'listRetailClients',
    get: 'getRetailClient',
    update: 'updateRetailClient',
    remove: 'deleteRetailClient',
  },
  gateways: {
    list: 'listGateways',
    get: 'getGateway',
    update: 'updateGateway',
    remove: 'deleteGateway',
  },
  client_ips: {
    list: 'listClientIps',
    get: 'getClientIp',
    update: 'updateClientIp',
    remove: 'deleteClientIp',
  },
  number_lists: {
    list: 'listNumberLists',
    get: 'getNumberList',
    update: 'updateNumberList',
    remove: 'deleteNumberList',
  },
  number_list_items: {
    list: 'listNumberListItems',
    get: 'getNumberListItem',
    update: 'updateNumberListItem',
    remove: 'deleteNumberListItem',
  },
  bans: { list: 'listBans', remove: 'deleteBan' },
}

type Does = keyof EndpointsOf

/** As its endpoint answers it, before it is encoded. */
interface Row {
  readonly id?: number
  readonly ip?: string
  readonly name?: string
  /** Of an item of a number list. */
  readonly key?: string
}

export interface Thing {
  /** As its path has it. */
  readonly id: string
  readonly name: string
  readonly row: Row
}

/** The names in the path of one of them, the whole before its part. */
function pathNames(resource: BulkResource): readonly string[] {
  const { params } = endpointOf(resource, 'remove')
  assert(params, `one of ${resource} is deleted by its id`)
  return Object.keys(params.shape)
}

/** A ban has no id; addresses have no name. */
const thingOf = (resource: BulkResource, row: Row): Thing => ({
  id: pathNames(resource)
    .map((name) => String((row as Readonly<Record<string, unknown>>)[name]))
    .join('/'),
  name: row.name ?? row.ip ?? (row.key === '' ? 'default' : row.key) ?? '',
  row,
})

function endpointOf(resource: BulkResource, does: Does): Endpoint {
  const endpoint = ENDPOINTS.get(ENDPOINTS_OF[resource][does] ?? '')
  assert(endpoint, `${resource} has the endpoint ${does}`)
  return endpoint
}

interface Parts {
  readonly params?: object
  readonly query?: object
  readonly body?: object
}

/** Calls the handler of an endpoint in the transaction. */
async function call(
  request: BulkRequest,
  tx: Tx,
  resource: BulkResource,
  does: Does,
  { params, query, body }: Parts,
): Promise<unknown> {
  const handler = request.handlers.get(ENDPOINTS_OF[resource][does] ?? '')
  assert(handler, `${resource} has a handler for ${does}`)
  return await handler({ ...request, database: joining(tx), params, query, body } as never)
}

/** Undefined for what is no id of theirs. */
function paramsOf(resource: BulkResource, id: string): object | undefined {
  const names = pathNames(resource)
  const ids = names.length === 1 ? [id] : id.split('/')
  const asked = Object.fromEntries(names.map((name, at) => [name, ids[at]]))
  return endpointOf(resource, 'remove').params?.safeDecode(asked as never).data
}

/** Undefined where it does not exist for the caller. */
export async function findThing(
  request: BulkRequest,
  tx: Tx,
  resource: BulkResource,
  id: string,
): Promise<Thing | undefined> {
  const params = paramsOf(resource, id)
  if (!params) return undefined
  try {
    return thingOf(resource, (await call(request, tx, resource, 'get', { params })) as Row)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

export const saveThing = (
  request: BulkRequest,
  tx: Tx,
  resource: BulkResource,
  { id }: Thing,
  body: object,
): Promise<unknown> =>
  call(request, tx, resource, 'update', { params: paramsOf(resource, id) ?? {}, body })

export const deleteThing = (
  request: BulkRequest,
  tx: Tx,
  resource: BulkResource,
  { id }: Thing,
): Promise<unknown> =>
  call(request, tx, resource, 'remove', { params: paramsOf(resource, id) ?? {} })

/** The filters as the list has them for the caller: what is hidden cannot be searched. */
function decodeFilter(
  { caller }: BulkRequest,
  resource: BulkResource,
  filter: Readonly<Record<string, string>>,
): Parts {
  const list = endpointOf(resource, 'list')
  const seen = seenWith(list, caller.field_rights)
  assert(seen.query, `the list of ${resource} has filters`)
  const { format: _, fields: __, cursor: ___, total: ____, ...all } = filter
  const ofPath = Object.keys(list.params?.shape ?? {})
  const isOfPath = ([name]: readonly [string, string]) => ofPath.includes(name)
  const params = Object.fromEntries(Object.entries(all).filter(isOfPath))
  const asked = Object.fromEntries(Object.entries(all).filter((one) => !isOfPath(one)))
  const whole = list.params?.safeDecode(params as never)
  if (whole?.error) throw badField('filter', 'The id of the whole is missing.')
  const { data, error } = seen.query.safeDecode(asked as never, { error: issueText })
  if (!data) {
    const [issue] = error.issues
    const path = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : issue?.path
    throw badField(['filter', ...(path ?? [])].join('.'), issue?.message ?? 'Invalid value.')
  }
  refuseMaskedSearch(seen, data, caller.rights.masked_digits)
  const query = { ...data, sort: undefined, limit: BULK_MAX + 1 }
  return { query, ...(whole && { params: whole.data }) }
}

export interface Selection {
  readonly resource: BulkResource
  readonly ids: readonly string[] | null
  readonly filter: Readonly<Record<string, string>> | null
}

const inOrder = (things: readonly Thing[]): readonly Thing[] =>
  things.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))

/** The chosen things, or all that the filters find, always in the same order. */
export async function selectThings(
  request: BulkRequest,
  tx: Tx,
  { resource, ids, filter }: Selection,
): Promise<readonly Thing[]> {
  const hasOne = ENDPOINTS_OF[resource].get !== undefined
  if (filter || !hasOne) {
    const asked = decodeFilter(request, resource, filter ?? {})
    const { rows } = (await call(request, tx, resource, 'list', asked)) as Listed<Row>
    const things = rows
      .map((row) => thingOf(resource, row))
      .filter(({ id }) => ids === null || ids.includes(id))
    if (things.length > BULK_MAX) {
      const most = BULK_MAX.toLocaleString('en')
      throw new Problem('bad-input', { message: `At most ${most} at a time. Narrow the filters.` })
    }
    return inOrder(things)
  }
  const found: Thing[] = []
  for (const id of new Set(ids)) {
    const thing = await findThing(request, tx, resource, id)
    if (thing) found.push(thing)
  }
  return inOrder(found)
}

/** A value as the API writes it. */
export const onWire = (schema: z.core.$ZodType, value: unknown): unknown =>
  value === undefined ? undefined : z.encode(schema, value)

/** The fields of the form that saves the things. */
export function formOf(resource: BulkResource): z.ZodObject {
  const { body } = endpointOf(resource, 'update')
  assert(body instanceof z.ZodObject, `${resource} are saved by a form`)
  return body
}
