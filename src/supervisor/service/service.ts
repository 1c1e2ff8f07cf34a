// The files of the service on the machine, and its state in systemd.
import { existsSync } from 'node:fs'
import { askChild, isRoot, runChild } from '../processes/child.ts'

export const UNIT = 'softswitch.service'
export const UNIT_FILE = `/etc/systemd/system/${UNIT}`
export const ENVIRONMENT_FILE = '/etc/softswitch.env'
/** A copy: neither an update nor the owner of the project changes what root runs. */
export const PROGRAMS = '/usr/local/lib/softswitch'
export const DEFAULT_DATA = '/var/lib/softswitch'

/** The first that can check a unit without running it. */
const SYSTEMD_MIN = 250

export async function systemctl(...args: string[]): Promise<string> {
  return await runChild({ program: 'systemctl', args })
}

/** Whether systemd is process 1 of this machine, as sd_booted(3) finds out. */
export function isSystemdRunning(): boolean {
  return existsSync('/run/systemd/system')
}

export function refuseUnfitMachine(): void {
  if (!isRoot()) throw new Error('Only root can do this: run it again as root')
  const said = askChild({ program: 'systemctl', args: ['--version'] })
  const version = Number(/^systemd (\d+)/.exec(said ?? '')?.[1] ?? 0)
  if (version === 0) {
    throw new Error('This machine has no systemd: let its own service manager run npm start')
  }
  if (version < SYSTEMD_MIN) {
    throw new Error(`This machine has systemd ${version}, and ${SYSTEMD_MIN} or newer is needed`)
  }
}

/**
 * The command that ends the product. INVOCATION_ID alone does not make a service of it: a terminal
 * that systemd has started hands it on to every shell.
 */
export function howToStop(environment: NodeJS.ProcessEnv, parent_pid: number): string {
  const isService = environment.INVOCATION_ID !== undefined && parent_pid === 1
  return isService ? `systemctl stop ${UNIT}` : 'Ctrl-C or npm stop'
}

/** The process that systemd runs as our service; 0 if it runs none. */
export async function servicePid(): Promise<number> {
  if (!isSystemdRunning()) return 0
  return Number(await systemctl('show', '--property=MainPID', '--value', UNIT))
}

/** All that the service has said since it was last started, the first admin's password included. */
export async function lastLogLines(): Promise<string> {
  const id = await systemctl('show', '--property=InvocationID', '--value', UNIT)
  const args = ['--output=cat', '--no-pager', `_SYSTEMD_INVOCATION_ID=${id.trim()}`]
  return (await runChild({ program: 'journalctl', args })).trim()
}
