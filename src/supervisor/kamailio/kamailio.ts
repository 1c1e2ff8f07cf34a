// Kamailio, the SIP side, as a part that is kept running: its configuration and its memory of calls
// over a restart.
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import type { SipListener } from '#core/sip-ports.ts'
import type { DataFolder } from '../data-folder.ts'
import { outputOf, type SystemUser } from '../processes/child.ts'
import {
  adoptDaemon,
  type Daemon,
  findProgram,
  launchDaemon,
  stopDaemon,
} from '../processes/daemon.ts'
import { makeFolder, ourselves } from '../processes/folder.ts'
import type { ProcessSpec } from '../processes/keep-running.ts'
import { daemonUser } from '../processes/system-user.ts'
import type { Setup } from '../setup.ts'
import { checkConfig, KAMAILIO_PACKAGES, kamailioConfig, writeForGroup } from './kamailio-config.ts'
import { askKamailio } from './kamailio-rpc.ts'
import { kamailioHole, kernelHole } from './known-holes.ts'
import type { Tunnels } from './tunnels.ts'

/**
 * Debian's default is made for the search for errors: it walks through long lists, which costs a
 * quarter of all that Kamailio does. This one takes the same short time however full it is; the
 * tests keep the default, which notices broken memory.
 */
const MEMORY_MANAGER = 'tlsf'
const SHARED_MEMORY_MB = 512
const PRIVATE_MEMORY_MB = 16
/**
 * Its processes do not preempt others, or each other, when a message arrives: a running process
 * keeps its time slice (`SCHED_BATCH`, sched(7)). Under load this saves a tenth of the CPU.
 */
const AS_BATCH = ['--batch', '0'] as const
/**
 * The configuration file in use; its path marks our Kamailio among the processes of the machine.
 */
export function kamailioMark(folder: DataFolder): string {
  return join(folder.path, 'kamailio', 'kamailio.cfg')
}

/**
 * Puts a changed configuration in place if Kamailio accepts it; otherwise answers why it does not.
 */
async function replaceConfig(
  daemon: Daemon,
  text: string,
  runFolder: string,
): Promise<string | undefined> {
  const current = await fs.readFile(daemon.mark, 'utf8').catch(() => undefined)
  if (current === text) return undefined
  const candidate = `${daemon.mark}.new`
  await writeForGroup(candidate, text, daemon.user?.gid)
  const complaint = await checkConfig(
    { program: daemon.file, user: daemon.user },
    candidate,
    runFolder,
  )
  if (complaint) {
    const refusal = `Kamailio refuses ${candidate}: ${complaint}`
    if (current === undefined) throw new Error(refusal)
    return `${refusal} (the last valid configuration stays in use)`
  }
  // The old one ends first, so that the file always matches the running Kamailio.
  await stopDaemon(daemon.mark)
  await fs.rename(candidate, daemon.mark)
  return undefined
}

function toDaemon(
  { folder, ports, secrets }: Setup,
  addresses: readonly { port: number }[],
  runFolder: string,
  user: SystemUser,
): Daemon {
  const sizes = ['-m', String(SHARED_MEMORY_MB), '-M', String(PRIVATE_MEMORY_MB)]
  const memory = ['-x', MEMORY_MANAGER, ...sizes]
  const mark = kamailioMark(folder)
  const rpc = { port: ports.rpc, secret: secrets.kamailio_secret }
  return {
    file: findProgram('kamailio', KAMAILIO_PACKAGES),
    launcher: [findProgram('chrt', 'util-linux'), ...AS_BATCH],
    args: ['-DD', '-E', '-w', runFolder, '-Y', runFolder, ...memory, '-f', mark],
    mark,
    user,
    may_take_low_ports: addresses.some(({ port }) => port < 1024),
    log: join(folder.logs, 'kamailio.log'),
    isHealthy: async () => (await askKamailio(rpc, 'core.uptime')) !== undefined,
  }
}

interface Listens {
  listen(): readonly SipListener[]
  mask(): string
}

export function kamailioPart(setup: Setup, tunnels: Tunnels, sipPorts: Listens): ProcessSpec {
  const { folder, ports } = setup
  return {
    name: 'kamailio',
    async start() {
      const user = daemonUser('kamailio')
      const run_folder = join(folder.run, 'kamailio')
      await makeFolder(run_folder, 0o700, user)
      // Files that it reads are ours, and so is the folder: it must not find its own words there.
      const { uid } = ourselves()
      await makeFolder(join(folder.path, 'kamailio'), 0o750, { uid, gid: user.gid })
      const addresses = await tunnels.read()
      const listen = sipPorts.listen()
      const daemon = toDaemon(setup, [...listen, ...addresses], run_folder, user)
      const text = await kamailioConfig(setup, {
        listen,
        tunnels: addresses,
        mask_address: sipPorts.mask(),
        rpc_port: ports.rpc,
        evapi_port: ports.evapi,
        run_folder,
        memory_origin: folder.path,
        user,
      })
      const listensOnTcp = listen.some(({ transport }) => transport === 'tcp')
      const warnings = [
        await replaceConfig(daemon, text, run_folder),
        kamailioHole(outputOf({ program: daemon.file, args: ['-v'], user }), listensOnTcp),
        kernelHole(),
      ].filter((warning) => warning !== undefined)
      const running = (await adoptDaemon(daemon)) ?? (await launchDaemon(daemon))
      return { ...running, ...(warnings.length > 0 && { warning: warnings.join('; ') }) }
    },
  }
}
