import type { AnswerOf } from '#contract/endpoint.ts'
import * as contract from '#contract/machine/machine.ts'
import { FIRST_NODE } from '#core/call/engine-name.ts'
import { MACHINE_ACTIONS } from '#core/permission/machine-actions.ts'
import { countRegistrations } from '#db/accounts/registrations.ts'
import { listUnclosedCalls } from '#db/calls/active-calls.ts'
import { countCallsNow } from '#db/console/home.ts'
import type { Database } from '#db/database.ts'
import { acknowledgeWarning, removeAcknowledgement } from '#db/machine/acknowledged-warnings.ts'
import { readDatabaseSize } from '#db/machine/database-size.ts'
import { listFailingWork } from '#db/machine/failing-work.ts'
import {
  countCallsOfEngines,
  findPeakToday,
  listMachineSamples,
  readMachineFacts,
} from '#db/machine/machine-facts.ts'
import { listTasks } from '#db/machine/machine-tasks.ts'
import { listNodeNames } from '#db/machine/nodes.ts'
import { listProcessStates } from '#db/machine/process-states.ts'
import { readQueues } from '#db/machine/queues.ts'
import { readSettings } from '#db/settings.ts'
import about from '../../../package.json' with { type: 'json' }
import { noteActivity, noteRefusal } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import type { Replica } from '../http/replica.ts'
import { executeAction, placeOf } from './execute-action.ts'

type Details = NonNullable<AnswerOf<typeof contract.systemInfo>['details']>
type Load = AnswerOf<typeof contract.switchLoad>

async function readLoad(
  database: Database,
  { scope, timezone }: Caller,
  outbox_events: number | null,
): Promise<Load> {
  const { calls_now, calls_per_second } = await countCallsNow(database, scope)
  const peak = await findPeakToday(database, scope, timezone)
  return {
    calls_now,
    calls_per_second,
    calls_peak_today: peak === null ? null : Math.max(peak, calls_now),
    queues: {
      charging_operations: (await countCallsOfEngines(database)).queued_operations,
      outbox_events,
      ...(await readQueues(database)),
    },
  }
}

function replicaOf(replica: Replica | undefined): Details['replica'] {
  if (!replica) return null
  const { lag_ms, ...report } = replica.report()
  return { ...report, lag_seconds: lag_ms === null ? null : lag_ms / 1000 }
}

async function readDetails(
  database: Database,
  replica: Replica | undefined,
  caller: Caller,
  node_id: number,
): Promise<Details> {
  const facts = await readMachineFacts(database, node_id)
  return {
    machine: facts ?? null,
    ...(await readLoad(database, caller, facts?.outbox_events ?? null)),
    registrations: await countRegistrations(database, caller.scope),
    database: await readDatabaseSize(database),
    replica: replicaOf(replica),
    tasks: await listTasks(database),
  }
}

export const machine: HandlersOf<typeof contract> = {
  async systemInfo({ database, replica, caller, query }) {
    return {
      version: about.version,
      nodes: await listNodeNames(database),
      processes: await listProcessStates(database),
      unclosed_calls: await listUnclosedCalls(database),
      failing_work: await listFailingWork(database),
      is_draining: (await readSettings(database)).is_draining,
      ...(query.details && {
        details: await readDetails(database, replica, caller, query.node_id ?? FIRST_NODE),
      }),
    }
  },

  async switchLoad({ database, caller }) {
    const facts = await readMachineFacts(database, FIRST_NODE)
    return readLoad(database, caller, facts?.outbox_events ?? null)
  },

  acknowledgeWarning: ({ database, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { username } = actor.caller
      const at = toInstant(clock.now_ms())
      const warning = await acknowledgeWarning(tx, { ...body, username, at })
      if (!warning) throw badField('process', 'This process reports no warning now.')
      await noteActivity(tx, actor, {
        action: 'EXECUTE',
        entity: 'machine',
        entity_id: body.process,
        entity_name: body.process,
        changes: { warning: [null, warning], reason: [null, body.reason] },
      })
    }),

  removeAcknowledgement: ({ database, params: { process }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const reason = found(await removeAcknowledgement(tx, process))
      await noteActivity(tx, actor, {
        action: 'EXECUTE',
        entity: 'machine',
        entity_id: process,
        entity_name: process,
        changes: { reason: [reason, null] },
      })
    }),

  machineSamples: ({ database, caller, query }) =>
    listMachineSamples(database, caller.scope, query.node_id ?? FIRST_NODE),

  async executeActions({ body, ...request }) {
    const { database, caller, origin, clock } = request
    const unconfirmed = body.actions.find(
      (id) => MACHINE_ACTIONS[id].is_dangerous && !body.confirmed.includes(id),
    )
    if (unconfirmed) throw badField('confirmed', `Type ${unconfirmed} to confirm it.`)
    for (const id of body.actions) {
      const { needs } = MACHINE_ACTIONS[id]
      if (caller.permissions.includes(needs)) continue
      await noteRefusal(database, { caller, origin }, contract.executeActions, needs)
      throw new Problem('not-allowed')
    }
    const place = await placeOf(database, body)
    const results = []
    for (const id of body.actions) {
      const from_ms = clock.monotonic_ms()
      const { ok, message } = await executeAction(request, id, { ...place, is_forced: body.force })
      await noteActivity(
        database,
        { caller, origin },
        {
          action: 'EXECUTE',
          entity: 'machine',
          entity_id: id,
          entity_name: id,
          changes: { ok: [null, ok], message: [null, message] },
        },
      )
      results.push({ id, ok, message, ms: Math.round(clock.monotonic_ms() - from_ms) })
    }
    return results
  },
}
