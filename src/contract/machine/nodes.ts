// Call nodes: the machines that take calls on this database (ADR-0040).
import { z } from 'zod'
import { NODE_STATES } from '#core/node-state.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const nodeForm = z.strictObject({ name: is.name(60) })

export const node = nodeForm.extend({
  id: is.id,
  version: is.version,
  state: z.enum(NODE_STATES),
  /** As transport:address:port; empty until it has started. */
  sip_address: z.string(),
  /** The version of its software; empty until it has started. */
  release: z.string(),
  /** It differs from that of node 1. */
  is_other_release: z.boolean(),
  /** It has fewer migrations than another node. */
  is_behind: z.boolean(),
  calls: z.number(),
  /** Mean number of runnable processes of one minute; null while nothing is measured. */
  load: z.number().nullable(),
  cpu_cores: z.number().nullable(),
  /** How far its clock is ahead of that of the database. */
  clock_offset_ms: z.number().nullable(),
  /** The last sign of life of its supervisor. */
  seen_at: is.instant.nullable(),
  joined_at: is.instant.nullable(),
  drained_at: is.instant.nullable(),
  /** Null without a good code. */
  code_expires_at: is.instant.nullable(),
})
export type Node = z.output<typeof node>

/** The code that the new machine is started with; good once, for an hour. */
const joinCode = z.object({ id: is.id, code: z.string() })

export const listNodes = endpoint({
  method: 'GET',
  path: '/api/nodes',
  summary: 'Nodes with their state and load',
  needs: 'nodes.view',
  list: true,
  query: listQuery(['id', 'name'], {}),
  answer: z.array(node),
  passive: true,
})

export const getNode = endpoint({
  method: 'GET',
  path: '/api/nodes/:id',
  summary: 'One node',
  needs: 'nodes.view',
  params: idParams,
  answer: node,
  passive: true,
})

export const createNode = endpoint({
  method: 'POST',
  path: '/api/nodes',
  summary: 'Adds a node; only this answer has the code with which it joins',
  needs: 'nodes.create',
  confirm: true,
  body: nodeForm,
  answer: joinCode,
  secret: true,
})

export const renewNodeCode = endpoint({
  method: 'POST',
  path: '/api/nodes/:id/code',
  summary: 'Makes a new code for a node that has not joined; only this answer has it',
  needs: 'nodes.create',
  confirm: true,
  params: idParams,
  answer: joinCode,
  secret: true,
})

export const updateNode = endpoint({
  method: 'PUT',
  path: '/api/nodes/:id',
  summary: 'Renames a node',
  needs: 'nodes.edit',
  params: idParams,
  body: nodeForm.extend({ version: is.version }),
  answer: node,
})

export const drainNode = endpoint({
  method: 'POST',
  path: '/api/nodes/:id/drain',
  summary: 'Refuses new calls and registrations on a node; active calls continue',
  needs: 'nodes.edit',
  params: idParams,
  answer: node,
})

export const undrainNode = endpoint({
  method: 'POST',
  path: '/api/nodes/:id/undrain',
  summary: 'Accepts new calls and registrations on a node again',
  needs: 'nodes.edit',
  params: idParams,
  answer: node,
})

export const deleteNode = endpoint({
  method: 'DELETE',
  path: '/api/nodes/:id',
  summary: 'Removes a node that is drained, silent or has not joined; its program ends',
  needs: 'nodes.delete',
  params: idParams,
})
