import * as contract from '#contract/machine/nodes.ts'
import { FIRST_NODE, NODES_MAX } from '#core/call/engine-name.ts'
import { hasJoined, isRemovable, nodeStateOf } from '#core/node-state.ts'
import type { Database, Tx } from '#db/database.ts'
import {
  addNode,
  addNodeJoin,
  findNode,
  type ListedNode,
  listNodes,
  lockNode,
  removeNode,
  renameNode,
  setDrained,
} from '#db/machine/nodes.ts'
import type { Scope } from '#db/scope.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { inUse } from '../checks/in-use.ts'
import { checkSendsCalls } from '../checks/sent-calls.ts'
import {
  type Actor,
  changedMeanwhile,
  noteActivity,
  noteChange,
  SECRET_CHANGED,
} from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { randomHex } from '../http/random.ts'

const entity = 'node'
const form = contract.nodeForm
const CODE_BYTES = 16
const CODE_MINUTES = 60

function withState({ is_stopped, is_silent, ...node }: ListedNode): contract.Node {
  const { joined_at, code_expires_at, drained_at, calls } = node
  const state = nodeStateOf({
    is_joined: joined_at !== null,
    has_good_code: code_expires_at !== null,
    is_stopped,
    is_silent,
    is_drained: drained_at !== null,
    calls,
  })
  // The last measurement says nothing of now.
  const gone = is_silent && { load: null, clock_offset_ms: null }
  return { ...node, ...gone, state }
}

const findWithState = async (database: Database, scope: Scope, id: number) =>
  withState(found(await findNode(database, scope, id)))

/** Locked, so that no other change comes between its state and what is done. */
async function lockWithState(tx: Tx, scope: Scope, id: number): Promise<contract.Node> {
  if (!(await lockNode(tx, id))) throw new Problem('not-found')
  return findWithState(tx, scope, id)
}

/** The code as the new machine gets it. */
async function makeCode(tx: Tx, keys: SecretKeys, node_id: number) {
  const secret = randomHex(CODE_BYTES)
  const code = keys.encrypt('node_join.code', secret)
  const join_id = await addNodeJoin(tx, { node_id, code, minutes: CODE_MINUTES })
  return { id: node_id, code: `${join_id}-${secret}` }
}

export const nodes: HandlersOf<typeof contract> = {
  async listNodes({ database, caller, query }) {
    const { rows, page } = await listNodes(database, caller.scope, query)
    return { rows: rows.map(withState), page }
  },

  getNode: ({ database, caller, params }) => findWithState(database, caller.scope, params.id),

  createNode: ({ database, secretKeys, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      checkSendsCalls(actor.caller)
      const id = await addNode(tx, body.name)
      if (id === undefined) {
        throw badField('name', `All ${NODES_MAX} numbers of nodes are used up.`)
      }
      await noteChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return makeCode(tx, secretKeys, id)
    }),

  renewNodeCode: ({ database, secretKeys, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { name, state } = await lockWithState(tx, actor.caller.scope, id)
      checkSendsCalls(actor.caller)
      if (hasJoined(state)) throw inUse(`${name} has joined: it needs no code.`)
      await noteActivity(tx, actor, {
        action: 'EXECUTE',
        entity,
        entity_id: String(id),
        entity_name: name,
        changes: { code: SECRET_CHANGED },
      })
      return makeCode(tx, secretKeys, id)
    }),

  updateNode: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const before = await findWithState(tx, scope, id)
      if (!(await renameNode(tx, id, body))) throw await changedMeanwhile(tx, actor, entity, id)
      await noteChange(tx, actor, { entity, id, name: body.name, form, before, after: body })
      return findWithState(tx, scope, id)
    }),

  drainNode: (request) => drain(request, true),

  undrainNode: (request) => drain(request, false),

  deleteNode: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = await lockWithState(tx, actor.caller.scope, id)
      const { name, state } = before
      if (id === FIRST_NODE) {
        throw inUse(`${name} is node 1, which has the migrations and jobs: it cannot be removed.`)
      }
      if (!isRemovable(state)) {
        throw inUse(`${name} takes calls. Drain it, and remove it when its calls have ended.`)
      }
      await removeNode(tx, id)
      await noteChange(tx, actor, { entity, id, name, form, before })
    }),
}

/** The supervisor of the node looks every two seconds. */
function drain(
  { database, params: { id }, ...actor }: Actor & { database: Database; params: { id: number } },
  is_drained: boolean,
): Promise<contract.Node> {
  return database.transaction().execute(async (tx) => {
    const { scope } = actor.caller
    const { name, state, drained_at } = await lockWithState(tx, scope, id)
    if (!hasJoined(state)) throw inUse(`${name} has not joined: it takes no calls.`)
    await setDrained(tx, id, is_drained)
    await noteActivity(tx, actor, {
      action: 'EXECUTE',
      entity,
      entity_id: String(id),
      entity_name: name,
      changes: { is_drained: [drained_at !== null, is_drained] },
    })
    return findWithState(tx, scope, id)
  })
}
