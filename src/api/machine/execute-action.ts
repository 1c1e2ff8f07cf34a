// One action of the screen Management. The API does what is a change of rows; what needs the rights
// of the supervisor it requests from it, and reports the result if it comes soon.
import { setTimeout as sleep } from 'node:timers/promises'
import { FIRST_NODE } from '#core/call/engine-name.ts'
import {
  isOfNode,
  isOfSupervisor,
  type MachineActionId,
  type SupervisorAction,
} from '#core/permission/machine-actions.ts'
import { askRemovalOfAll } from '#db/accounts/registrations.ts'
import { askHangUpOfAll } from '#db/calls/active-calls.ts'
import type { Database, Tx } from '#db/database.ts'
import { findTask, requestTask } from '#db/machine/machine-tasks.ts'
import { listNodeNames } from '#db/machine/nodes.ts'
import { deleteAllBans } from '#db/people/bans.ts'
import { deleteAllLoginLocks } from '#db/people/login-locks.ts'
import { askForAllPings } from '#db/routing/gateway-states.ts'
import { writeDraining } from '#db/settings.ts'
import { reloadEverything, sendSignal } from '#db/signals.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import { badField } from '../http/problem.ts'

const LOOK_EVERY_MS = 100
/** 45 seconds. */
const LOOKS = 450

type Request = Pick<AppContext, 'database' | 'clock'> & { readonly caller: Caller }

interface Result {
  readonly ok: boolean
  readonly message: string
}

interface Means {
  /** The nodes whose supervisors execute what belongs to a machine, and all else. */
  readonly of_machine: number
  readonly of_switch: number
  readonly is_forced: boolean
}

/**
 * Where actions are executed: those of a machine on the node that is meant, those of the whole
 * switch on node 1, or while it is silent on the first that is not.
 */
export async function placeOf(
  database: Database,
  { node_id }: { readonly node_id: number },
): Promise<Pick<Means, 'of_machine' | 'of_switch'>> {
  const nodes = await listNodeNames(database)
  if (!nodes.some(({ id }) => id === node_id)) throw badField('node_id', 'There is no such node.')
  const isFirstSilent = nodes.some(({ id, is_silent }) => id === FIRST_NODE && is_silent)
  const other = isFirstSilent ? nodes.find(({ is_silent }) => !is_silent) : undefined
  return { of_machine: node_id, of_switch: other?.id ?? FIRST_NODE }
}

export async function executeAction(
  request: Request,
  id: MachineActionId,
  { of_machine, of_switch, is_forced }: Means,
): Promise<Result> {
  if (isOfSupervisor(id)) {
    const node_id = isOfNode(id) ? of_machine : of_switch
    return requestFromSupervisor(request, id, { node_id, is_forced })
  }
  const message = await request.database
    .transaction()
    .execute((tx) => CHANGES[id](tx, request, toInstant(request.clock.now_ms())))
  return { ok: true, message }
}

const CHANGES: Readonly<
  Record<
    Exclude<MachineActionId, SupervisorAction>,
    (tx: Tx, request: Request, at: string) => Promise<string>
  >
> = {
  async reload_routes(tx) {
    await reloadEverything(tx)
    return 'The engines load routes, rates and settings again.'
  },
  async ping_gateways(tx, { caller }) {
    const pinged = await askForAllPings(tx, caller.scope)
    return `${pinged} ${pinged === 1 ? 'gateway is' : 'gateways are'} pinged now.`
  },
  drain_on: (tx) => setDraining(tx, true),
  drain_off: (tx) => setDraining(tx, false),
  async hang_up_all(tx, { caller }, at) {
    const calls = await askHangUpOfAll(tx, caller.scope, caller.username, at)
    await sendSignal(tx, { changed: 'hang_up' })
    return `${calls} calls are ended.`
  },
  async clear_registrations(tx, { caller }, at) {
    const registrations = await askRemovalOfAll(tx, caller.scope, at)
    await sendSignal(tx, { changed: 'registrations' })
    return `${registrations} registrations are removed; phones register again by themselves.`
  },
  async lift_all_bans(tx, { caller }) {
    const bans = await deleteAllBans(tx, caller.scope)
    const locks = await deleteAllLoginLocks(tx, caller.scope)
    await sendSignal(tx, { changed: 'bans' })
    return `${bans} bans and ${locks} login locks lifted.`
  },
}

async function setDraining(tx: Tx, is_draining: boolean): Promise<string> {
  await writeDraining(tx, is_draining)
  await sendSignal(tx, { changed: 'setting' })
  return is_draining
    ? 'New calls are refused with 503; active calls continue.'
    : 'New calls are accepted.'
}

async function requestFromSupervisor(
  { database, caller }: Request,
  action: SupervisorAction,
  means: { readonly node_id: number; readonly is_forced: boolean },
): Promise<Result> {
  const id = await database.transaction().execute(async (tx) => {
    const requested = await requestTask(tx, {
      ...means,
      action,
      requested_by: caller.username,
    })
    await sendSignal(tx, { changed: 'machine_tasks' })
    return requested
  })
  for (let look = 0; look < LOOKS; look++) {
    const task = await findTask(database, id)
    if (task?.done_at) return { ok: task.is_ok === true, message: task.message }
    await sleep(LOOK_EVERY_MS)
  }
  return { ok: true, message: 'Still in progress: the result appears under "Recent actions".' }
}
