// Tries SIP listeners before they are used: Kamailio checks the configuration with them, and starts
// with it on spare ports, where no call reaches it.
import * as fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SipListener } from '#core/sip-ports.ts'
import { tryPort } from '../ports.ts'
import { type Daemon, findProgram, launchDaemon, stopDaemon } from '../processes/daemon.ts'
import { makeFolder } from '../processes/folder.ts'
import { daemonUser } from '../processes/system-user.ts'
import type { Setup } from '../setup.ts'
import { checkConfig, KAMAILIO_PACKAGES, kamailioConfig, writeForGroup } from './kamailio-config.ts'
import { askKamailio } from './kamailio-rpc.ts'

const SHARED_MEMORY_MB = 64

/** Fails with what Kamailio says against it. */
export async function tryListeners(setup: Setup, listen: readonly SipListener[]): Promise<void> {
  const { folder, secrets } = setup
  const user = daemonUser('kamailio')
  const run_folder = join(folder.run, 'kamailio-trial')
  await makeFolder(run_folder, 0o700, user)
  const file = join(folder.path, 'kamailio', 'trial.cfg')
  const rpc_port = await sparePort('tcp', '127.0.0.1')
  const render = (listeners: readonly SipListener[], evapi_port: number) =>
    kamailioConfig(setup, {
      listen: listeners,
      tunnels: [],
      mask_address: listeners[0]?.address ?? '',
      rpc_port,
      evapi_port,
      run_folder,
      memory_origin: run_folder,
      user,
    })
  const program = findProgram('kamailio', KAMAILIO_PACKAGES)
  const evapi_port = await sparePort('tcp', '127.0.0.1')
  try {
    await writeForGroup(file, await render(listen, evapi_port), user.gid)
    const complaint = await checkConfig({ program, user }, file, run_folder)
    if (complaint) throw new Error(`Kamailio refuses the configuration: ${complaint}`)
    const spare: SipListener[] = []
    for (const listener of listen) {
      spare.push({ ...listener, port: await sparePort(listener.transport, listener.address) })
    }
    await writeForGroup(file, await render(spare, evapi_port), user.gid)
    const rpc = { port: rpc_port, secret: secrets.kamailio_secret }
    const daemon: Daemon = {
      file: program,
      args: [
        ...['-DD', '-E', '-w', run_folder, '-Y', run_folder],
        ...['-m', String(SHARED_MEMORY_MB), '-f', file],
      ],
      mark: file,
      user,
      log: join(folder.logs, 'kamailio-trial.log'),
      isHealthy: async () => (await askKamailio(rpc, 'core.uptime')) !== undefined,
    }
    await launchDaemon(daemon)
  } finally {
    await stopDaemon(file)
    await removeMemory(file)
    await fs.rm(file, { force: true })
  }
}

async function sparePort(transport: 'tcp' | 'udp', address: string): Promise<number> {
  const port = await tryPort(transport, 0, address)
  if (!port) throw new Error(`No free ${transport} port on ${address}`)
  return port
}

/** The folder of its databases, as its configuration names it. */
async function removeMemory(file: string): Promise<void> {
  const text = await fs.readFile(file, 'utf8').catch(() => '')
  const [, path] = /"dialog", "db_url", "sqlite:\/\/\/(\/.*)"/.exec(text) ?? []
  if (path) await fs.rm(dirname(path), { recursive: true, force: true })
}
