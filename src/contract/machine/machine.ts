import { z } from 'zod'
import { FIRST_NODE, NODES_MAX } from '#core/call/engine-name.ts'
import {
  MACHINE_ACTION_IDS,
  MACHINE_ACTIONS,
  type MachineActionId,
} from '#core/permission/machine-actions.ts'
import { replicaState } from '../console/settings.ts'
import { endpoint } from '../endpoint.ts'
import { callId, id, instant, name, queryId } from '../primitives.ts'

const action = z.enum(MACHINE_ACTION_IDS as [MachineActionId, ...MachineActionId[]])

/** The node whose machine is meant; without it, node 1. */
const nodeQuery = queryId.refine((value) => value <= NODES_MAX, 'Invalid id.').optional()

const machine = z.object({
  hostname: z.string(),
  os: z.string(),
  kernel: z.string(),
  cpu_model: z.string(),
  cpu_cores: z.number(),
  /** The load of all cores, in the last five seconds. */
  cpu_percent: z.number(),
  /** Mean number of runnable processes of 1, 5 and 15 minutes. */
  load: z.array(z.number()),
  memory_bytes: z.number(),
  memory_used_bytes: z.number(),
  swap_bytes: z.number(),
  swap_used_bytes: z.number(),
  /** The file systems of the system, of the data folder and of Kamailio's calls. */
  disks: z.array(z.object({ path: z.string(), bytes: z.number(), used_bytes: z.number() })),
  networks: z.array(
    z.object({
      name: z.string(),
      received_bytes: z.number(),
      sent_bytes: z.number(),
      received_bytes_per_second: z.number(),
      sent_bytes_per_second: z.number(),
    }),
  ),
  uptime_seconds: z.number(),
  /** How far its clock is ahead of that of the database. */
  clock_offset_ms: z.number(),
  /** Empty for a program that is not installed. */
  versions: z.object({ kamailio: z.string(), rtpengine: z.string(), node: z.string() }),
})
export type Machine = z.output<typeof machine>

const load = z.object({
  calls_now: z.number(),
  /** Since midnight, counted every five seconds; null before the first count. */
  calls_peak_today: z.number().nullable(),
  /** New calls, mean of ten seconds. */
  calls_per_second: z.number(),
  queues: z.object({
    /** Changes of calls that the engines have not committed yet. */
    charging_operations: z.number(),
    /** Events in Kamailio that no engine has stored yet; null while Kamailio does not answer. */
    outbox_events: z.number().nullable(),
    /** Sums of reports that are not added up yet; 100,000 is that or more. */
    traffic_additions: z.number(),
    /** Age of the oldest call that has ended and has no record yet; 0 without one. */
    record_lag_seconds: z.number(),
  }),
})

const details = z.object({
  /** Null while no supervisor measures the machine. */
  machine: machine.nullable(),
  ...load.shape,
  registrations: z.number(),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    /** The largest. */
    tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
  }),
  /** Null without one. */
  replica: z
    .object({
      /** Host and port. */
      address: z.string(),
      state: replicaState,
      /** Null while it is down. */
      lag_seconds: z.number().nullable(),
      /** Why it is down. */
      detail: z.string(),
    })
    .nullable(),
  /** Actions of the supervisor of the last day, the newest first. */
  tasks: z.array(
    z.object({
      id: z.number(),
      node_id: id,
      action,
      requested_by: z.string(),
      requested_at: instant,
      done_at: instant.nullable(),
      is_ok: z.boolean().nullable(),
      message: z.string(),
    }),
  ),
})

export const systemInfo = endpoint({
  method: 'GET',
  path: '/api/misc/system-info',
  summary: 'Processes of the switch with their state; with details the whole machine',
  needs: 'system.view',
  query: z.strictObject({ details: z.enum(['true']).optional(), node_id: nodeQuery }),
  answer: z.object({
    version: z.string(),
    /** Those that have joined, by their numbers. */
    nodes: z.array(
      z.object({ id, name: z.string(), release: z.string(), is_stopped: z.boolean() }),
    ),
    /** Those of all nodes. */
    processes: z.array(
      z.object({
        node_id: id,
        node_name: z.string(),
        name: z.string(),
        state: z.enum(['starting', 'running', 'stopped', 'missing', 'failing']),
        detail: z.string(),
        seen_at: instant,
        /**
         * Acknowledges the detail, which is a warning while the process runs; null after a week.
         */
        acknowledged: z
          .object({ reason: z.string(), username: z.string(), until: instant })
          .nullable(),
      }),
    ),
    /** Calls that have ended and cannot be closed: their holds remain, and no party is charged. */
    unclosed_calls: z.object({
      count: z.number(),
      /** The oldest, at most 20. */
      calls: z.array(z.object({ call_id: callId, since: instant, error: z.string() })),
    }),
    /**
     * Periodic work, and consumers of the record feed, that have failed three times or for a
     * minute, the oldest first.
     */
    failing_work: z.array(
      z.object({
        process: z.string(),
        work: z.string(),
        failures: z.number(),
        /** The message of the last failure. */
        message: z.string(),
        since: instant,
        failed_at: instant,
      }),
    ),
    /** New calls are refused. */
    is_draining: z.boolean(),
    details: details.optional(),
  }),
  passive: true,
})

export const acknowledgeWarning = endpoint({
  method: 'POST',
  path: '/api/misc/acknowledged-warnings',
  summary: 'Acknowledges the warning of a process: for a week it is not on every screen',
  needs: 'system.edit',
  body: z.strictObject({
    process: z.string().trim().min(1).max(60),
    reason: name(200),
  }),
})

export const removeAcknowledgement = endpoint({
  method: 'DELETE',
  path: '/api/misc/acknowledged-warnings/:process',
  summary: 'Shows an acknowledged warning on every screen again',
  needs: 'system.edit',
  params: z.strictObject({ process: z.string().max(60) }),
})

export const switchLoad = endpoint({
  method: 'GET',
  path: '/api/misc/switch-load',
  summary: 'Calls now, their peak of today, and what waits to be written',
  needs: 'system.view',
  answer: load,
  passive: true,
})

export const machineSamples = endpoint({
  method: 'GET',
  path: '/api/misc/machine-samples',
  summary: 'The machine of a node in the last 24 hours, a row per five minutes',
  needs: 'system.view',
  query: z.strictObject({ node_id: nodeQuery }),
  answer: z.array(
    z.object({
      at: instant,
      cpu_percent: z.number(),
      load: z.number(),
      memory_percent: z.number(),
      received_bytes_per_second: z.number(),
      sent_bytes_per_second: z.number(),
      calls: z.number(),
      calls_per_second: z.number(),
    }),
  ),
  passive: true,
})

export const executeActions = endpoint({
  method: 'POST',
  path: '/api/misc/execute-actions',
  summary: 'Executes actions one after another, as far as the user has the permission of each',
  needs: 'system.view',
  may_need: Object.values(MACHINE_ACTIONS).map(({ needs }) => needs),
  body: z.strictObject({
    actions: z.array(action).min(1).max(MACHINE_ACTION_IDS.length),
    /** Names of the dangerous ones among them, typed again. */
    confirmed: z.array(z.string().max(40)).max(MACHINE_ACTION_IDS.length).default([]),
    /** Whose log files or programs are meant; other actions are of the whole switch. */
    node_id: id.default(FIRST_NODE),
    /** Restarts also while there are active calls. */
    force: z.boolean().default(false),
  }),
  answer: z.array(z.object({ id: action, ok: z.boolean(), message: z.string(), ms: z.number() })),
})
