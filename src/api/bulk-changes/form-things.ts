// Things with endpoints of their own to list, read, save and delete one: they are changed one by
// one, each as its form does.
import { z } from 'zod'
import { ENDPOINTS } from '#contract/all.ts'
import { BULK_MAX, type BulkFault, type BulkResource } from '#contract/bulk-changes/bulk-changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { seenWith } from '#contract/field-rights.ts'
import { issueText } from '#contract/issue-texts.ts'
import { assert } from '#core/assert.ts'
import type { Tx } from '#db/database.ts'
import type { Listed } from '#db/paging.ts'
import { callHandler } from '../http/call-handler.ts'
import { refuseMaskedSearch } from '../http/mask-numbers.ts'
import { badField } from '../http/problem.ts'
import {
  type BulkRequest,
  faultOf,
  findByHandler,
  type KindOfThings,
  problemOfPart,
  type Thing,
} from './thing.ts'

/** Rules are saved with their route plan. */
type FormResource = Exclude<BulkResource, 'route_rules'>

interface EndpointsOf {
  readonly list: string
  readonly remove: string
  /** Absent where the things can only be deleted. */
  readonly get?: string
  readonly update?: string
}

/** The names of their endpoints. */
const ENDPOINTS_OF: Readonly<Record<FormResource, EndpointsOf>> = {
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

type Operation = keyof EndpointsOf

/** As its endpoint answers it, before it is encoded. */
interface Row {
  readonly id?: number
  readonly ip?: string
  readonly name?: string
  readonly version?: number
  /** The key of an item of a number list. */
  readonly key?: string
}

/** The names in the path of one of them, the whole before its part. */
function pathNames(resource: FormResource): readonly string[] {
  const { params } = endpointOf(resource, 'remove')
  assert(params, `one of ${resource} is deleted by its id`)
  return Object.keys(params.shape)
}

/** A ban has no id; addresses have no name. */
const thingOf = (resource: FormResource, row: Row): Thing => ({
  id: pathNames(resource)
    .map((name) => String((row as Readonly<Record<string, unknown>>)[name]))
    .join('/'),
  name: row.name ?? row.ip ?? (row.key === '' ? 'default' : row.key) ?? '',
  version: row.version,
  row: row as Thing['row'],
})

function endpointOf(resource: FormResource, operation: Operation): Endpoint {
  const endpoint = ENDPOINTS.get(ENDPOINTS_OF[resource][operation] ?? '')
  assert(endpoint, `${resource} has the endpoint ${operation}`)
  return endpoint
}

/** The endpoint is there, as `endpointOf` finds it. */
const nameOf = (resource: FormResource, operation: Operation): string =>
  ENDPOINTS_OF[resource][operation] ?? ''

/** Undefined for an invalid id. */
function paramsOf(resource: FormResource, id: string): object | undefined {
  const names = pathNames(resource)
  const ids = names.length === 1 ? [id] : id.split('/')
  const asked = Object.fromEntries(names.map((name, at) => [name, ids[at]]))
  return endpointOf(resource, 'remove').params?.safeDecode(asked as never).data
}

/** The filters as the list has them for the caller: what is hidden cannot be searched. */
function decodeFilter(
  { caller }: BulkRequest,
  resource: FormResource,
  filter: Readonly<Record<string, string>>,
): { readonly params?: object; readonly query: object } {
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

const inOrder = (things: readonly Thing[]): readonly Thing[] =>
  things.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))

async function listThings(
  request: BulkRequest,
  tx: Tx,
  resource: FormResource,
  filter: Readonly<Record<string, string>>,
): Promise<readonly Thing[]> {
  const asked = decodeFilter(request, resource, filter)
  const name = nameOf(resource, 'list')
  const { rows } = (await callHandler(request, tx, name, asked)) as Listed<Row>
  return inOrder(rows.map((row) => thingOf(resource, row)))
}

async function findThings(
  request: BulkRequest,
  tx: Tx,
  resource: FormResource,
  ids: readonly string[],
): Promise<readonly Thing[]> {
  const name = ENDPOINTS_OF[resource].get
  if (!name) {
    const all = await listThings(request, tx, resource, {})
    return all.filter(({ id }) => ids.includes(id))
  }
  const things: Thing[] = []
  for (const id of ids) {
    const params = paramsOf(resource, id)
    const row = params && (await findByHandler(request, tx, name, params))
    if (row) things.push(thingOf(resource, row as Row))
  }
  return inOrder(things)
}

/** Does the work for one after the other; the fault of one leaves it as it was. */
async function faultsOfEach(
  tx: Tx,
  things: readonly Thing[],
  work: (thing: Thing) => Promise<unknown>,
  is_kept: boolean,
): Promise<readonly BulkFault[]> {
  const faults: BulkFault[] = []
  for (const thing of things) {
    const problem = await problemOfPart(tx, () => work(thing), is_kept)
    if (!problem) continue
    const [first] = Object.entries(problem.details.fields ?? {})
    faults.push(first ? faultOf(thing, ...first) : faultOf(thing, null, problem.message))
  }
  return faults
}

export const thingsWithForms = (resource: FormResource): KindOfThings => ({
  form() {
    const { body } = endpointOf(resource, 'update')
    assert(body instanceof z.ZodObject, `${resource} are saved by a form`)
    return body
  },
  find: (request, tx, ids) => findThings(request, tx, resource, ids),
  list: (request, tx, filter) => listThings(request, tx, resource, filter),
  save(request, tx, changes, is_kept) {
    const bodies = new Map(changes.map(({ thing, body }) => [thing, body]))
    const save = (thing: Thing) => {
      const params = paramsOf(resource, thing.id) ?? {}
      const body = bodies.get(thing) ?? {}
      return callHandler(request, tx, nameOf(resource, 'update'), { params, body })
    }
    return faultsOfEach(tx, [...bodies.keys()], save, is_kept)
  },
  remove(request, tx, things) {
    const remove = (thing: Thing) => {
      const params = paramsOf(resource, thing.id) ?? {}
      return callHandler(request, tx, nameOf(resource, 'remove'), { params })
    }
    return faultsOfEach(tx, things, remove, true)
  },
})
