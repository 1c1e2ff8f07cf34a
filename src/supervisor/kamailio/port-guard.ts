// Keeps other users of this machine from the ports on loopback by which our processes talk.
// Kamailio and rtpengine offer them as TCP and UDP only, and rtpengine accepts commands from any
// local process, so an nftables table of our own restricts who may connect.
import { createHash } from 'node:crypto'
import type { DataFolder } from '../data-folder.ts'
import type { Ports } from '../ports.ts'
import { isRoot, runChild } from '../processes/child.ts'
import { findProgram } from '../processes/daemon.ts'
import { ProgramMissing } from '../processes/keep-running.ts'
import { daemonUser, serviceUser } from '../processes/system-user.ts'

/** Loading another firewall may remove our table with the old one. */
const LOOK_EVERY_MS = 10_000

export interface PortGuard {
  /** Why the ports are open to every user of this machine, if they are. */
  warning: string | undefined
  /** Opens them again. */
  remove(): Promise<void>
}

type Folder = Pick<DataFolder, 'path'>

/** Each data folder has a table of its own: several products may run on one machine. */
export function guardTable({ path }: Folder): string {
  return `softswitch_${createHash('sha256').update(path).digest('hex').slice(0, 12)}`
}

async function nft(script: string): Promise<string> {
  return await runChild({ program: findProgram('nft', 'nftables'), args: ['-f', '-'] }, script)
}

/** In one transaction in place of the table that is there, so that the ports are never open. */
function rules(table: string, { rpc, evapi, rtpengine, trace }: Ports): string {
  const users = [0, daemonUser('kamailio').uid, serviceUser('engine').uid].join(', ')
  const isStranger = `meta skuid != { ${users} }`
  return `
table inet ${table}
delete table inet ${table}
table inet ${table} {
  chain output {
    type filter hook output priority filter; policy accept;
    ip daddr 127.0.0.1 tcp dport { ${rpc}, ${evapi} } ${isStranger} reject with tcp reset
    ip daddr 127.0.0.1 udp dport { ${rtpengine}, ${trace} } ${isStranger} reject
  }
}
`
}

function complaint(error: unknown): string {
  if (error instanceof ProgramMissing) return error.message
  const words = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return `nft says ${words.trim().split('\n')[0]}`
}

/**
 * Without root all our processes are one user, which the kernel cannot distinguish from other
 * processes of that user.
 */
export async function guardPorts(
  folder: Folder,
  ports: Ports,
  say: (line: string) => void,
): Promise<PortGuard> {
  if (!isRoot()) return { warning: undefined, remove: async () => {} }
  const table = guardTable(folder)
  const put = () => nft(rules(table, ports)).then(() => undefined, complaint)
  const isThere = () =>
    nft(`list table inet ${table}`).then(
      (text) => text.includes('dport'),
      () => false,
    )
  const failure = await put()
  let said = ''
  async function look(): Promise<void> {
    if (await isThere()) return
    const line = (await put()) ?? 'they are closed again'
    if (line !== said) say(`Every user of this machine could reach the control ports: ${line}`)
    said = line
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return {
    warning: failure && `any user of this machine can reach its control port: ${failure}`,
    async remove() {
      clearInterval(timer)
      await removeGuard(folder)
    },
  }
}

/** Also what a killed supervisor left behind. */
export async function removeGuard(folder: Folder): Promise<void> {
  if (!isRoot()) return
  const table = guardTable(folder)
  // Adding it first spares the error where there is none.
  await nft(`table inet ${table}\ndelete table inet ${table}`).catch(() => {})
}
