// The actions of an admin on the screen Management. Each is a resource of its own among the
// permissions, so that one admin may ping gateways and another restart Kamailio.

interface MachineAction {
  readonly needs: `${string}.execute`
  /** It ends or refuses calls, or interrupts service: the name is typed again. */
  readonly is_dangerous: boolean
}

const harmless = <const R extends string>(resource: R) =>
  ({ needs: `${resource}.execute`, is_dangerous: false }) as const
const dangerous = <const R extends string>(resource: R) =>
  ({ needs: `${resource}.execute`, is_dangerous: true }) as const

export const MACHINE_ACTIONS = {
  reload_routes: harmless('reload_routes'),
  ping_gateways: harmless('ping_gateways'),
  drain_on: dangerous('drain'),
  drain_off: harmless('drain'),
  hang_up_all: dangerous('hang_up_all'),
  clear_registrations: dangerous('clear_registrations'),
  lift_all_bans: dangerous('lift_all_bans'),
  rebuild_traffic: harmless('rebuild_traffic'),
  verify_books: harmless('verify_books'),
  rotate_logs: harmless('rotate_logs'),
  vacuum_database: harmless('vacuum_database'),
  restart_kamailio: dangerous('restart_kamailio'),
  restart_rtpengine: dangerous('restart_rtpengine'),
} as const satisfies Readonly<Record<string, MachineAction>>

export type MachineActionId = keyof typeof MACHINE_ACTIONS

export const MACHINE_ACTION_IDS = Object.keys(MACHINE_ACTIONS) as MachineActionId[]

/** Those that the supervisor executes: they need the rights of the owner of database and files. */
export const SUPERVISOR_ACTIONS = [
  'rebuild_traffic',
  'verify_books',
  'rotate_logs',
  'vacuum_database',
  'restart_kamailio',
  'restart_rtpengine',
] as const satisfies readonly MachineActionId[]

/** Those that are about the programs and files of one node. */
const NODE_ACTIONS: readonly MachineActionId[] = [
  'rotate_logs',
  'restart_kamailio',
  'restart_rtpengine',
]

export const isOfNode = (action: MachineActionId): boolean => NODE_ACTIONS.includes(action)

export type SupervisorAction = (typeof SUPERVISOR_ACTIONS)[number]

export const isOfSupervisor = (action: MachineActionId): action is SupervisorAction =>
  (SUPERVISOR_ACTIONS as readonly string[]).includes(action)
