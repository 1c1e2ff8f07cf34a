// The words of the screen Management for bytes, loads and actions.
import { MACHINE_ACTIONS, type MachineActionId } from '#core/permission/machine-actions.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** Such as "12.4 GB", in powers of 1000. */
export function formatMachineBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power]}`
}

export const formatUse = (used: number, all: number): string =>
  all === 0
    ? 'none'
    : `${formatMachineBytes(used)} of ${formatMachineBytes(all)} (${percentOf(used, all)} %)`

export const percentOf = (used: number, all: number): number =>
  all === 0 ? 0 : Math.round((100 * used) / all)

/** Such as "3 d 4 h", or "12 min". */
export function formatUptime(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

interface ActionWords {
  readonly label: string
  readonly effect: string
}

export const ACTION_WORDS: Readonly<Record<MachineActionId, ActionWords>> = {
  reload_routes: {
    label: 'Reload routes',
    effect: 'The engines load routes, rates, clients and settings from the database again.',
  },
  ping_gateways: {
    label: 'Ping all gateways',
    effect: 'One OPTIONS to each active gateway, also to those without regular pings.',
  },
  drain_on: {
    label: 'Drain on',
    effect: 'New calls are refused with 503, active calls continue.',
  },
  drain_off: { label: 'Drain off', effect: 'New calls are accepted again.' },
  hang_up_all: {
    label: 'Hang up all calls',
    effect: 'Ends all active calls. They are billed up to this moment.',
  },
  clear_registrations: {
    label: 'Clear registrations',
    effect: 'Removes all phones. Each is unreachable until it registers again.',
  },
  lift_all_bans: {
    label: 'Lift all bans',
    effect: 'Removes automatic and manual bans, and login locks.',
  },
  rebuild_traffic: {
    label: 'Rebuild report sums',
    effect: 'Computes the sums of all reports again from the call records.',
  },
  verify_books: {
    label: 'Verify the books',
    effect: 'Compares balances, ledger, reservations, charges and report sums. Changes nothing.',
  },
  rotate_logs: {
    label: 'Rotate logs',
    effect: 'Moves each log file to .1, in place of the previous one.',
  },
  vacuum_database: {
    label: 'Vacuum the database',
    effect: 'Frees space of deleted rows and refreshes the statistics. Calls continue.',
  },
  restart_kamailio: {
    label: 'Restart Kamailio',
    effect: 'Answered calls continue, calls in setup fail. Refused during calls unless forced.',
  },
  restart_rtpengine: {
    label: 'Restart rtpengine',
    effect: 'Active calls lose their audio. Refused during calls unless forced.',
  },
}

const RESTARTS: readonly MachineActionId[] = ['restart_kamailio', 'restart_rtpengine']

export const isRestart = (id: MachineActionId): boolean => RESTARTS.includes(id)

/** The half of the drain that is in effect already has none. */
export const hasEffect = (id: MachineActionId, is_draining: boolean): boolean =>
  id !== (is_draining ? 'drain_on' : 'drain_off')

export const needOf = (id: MachineActionId) => MACHINE_ACTIONS[id].needs
