// Kamailio, the SIP side, as a part that is kept running: its configuration and its memory of calls
// over a restart.
import { existsSync, globSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isRoot, outputOf, runChild, type SystemUser } from './child.ts'
import { adoptDaemon, type Daemon, findProgram, launchDaemon, stopDaemon } from './daemon.ts'
import type { DataFolder } from './data-folder.ts'
import { makeFolder, ourselves } from './folder.ts'
import { askKamailio } from './kamailio-rpc.ts'
import { type ProcessSpec, ProgramMissing } from './keep-running.ts'
import { kamailioHole, kernelHole } from './known-holes.ts'
import { readTemplate, renderConfig } from './render-config.ts'
import type { Setup } from './setup.ts'
import { daemonUser } from './system-user.ts'
import type { Tunnels } from './tunnels.ts'

const PACKAGES = 'kamailio kamailio-extra-modules kamailio-sqlite-modules'
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
 * One process for each core is the fastest, but where other programs use the cores too, few
 * processes are given little time: with two, a burst of 200 calls beside a busy machine was too
 * slow once.
 */
const CHILDREN_MIN = 4

/**
 * The configuration file in use; its path marks our Kamailio among the processes of the machine.
 */
export function kamailioMark(folder: DataFolder): string {
  return join(folder.path, 'kamailio', 'kamailio.cfg')
}

function findModules(): string {
  const [folder] = globSync('/usr{,/local}/lib{,64}{,/*}/kamailio/modules/')
  const needed = ['evapi.so', 'db_sqlite.so']
  if (folder && needed.every((module) => existsSync(join(folder, module)))) return `${folder}/`
  throw new ProgramMissing(
    `Kamailio lacks modules. As root, run: apt-get install --no-install-recommends ${PACKAGES}`,
  )
}

/** Makes them as that user, and answers in which folder they lie. */
async function makeMemory(
  { programs, folder }: Setup,
  runFolder: string,
  user: SystemUser,
): Promise<{ dialog_db: string; location_db: string }> {
  const entry = join(programs.folder, 'src/supervisor/kamailio-memory.ts')
  const args = [entry, folder.path, runFolder]
  const place = (await runChild({ program: programs.node, args, user })).trim()
  return { dialog_db: join(place, 'dialog.db'), location_db: join(place, 'location.db') }
}

/** Lets Kamailio read a configuration; answers what it dislikes, in its own words. */
async function check(daemon: Daemon, file: string, runFolder: string): Promise<string | undefined> {
  try {
    // Without a run folder it would create its own in /run, where only root may write.
    const args = ['-c', '-Y', runFolder, '-f', file]
    await runChild({ program: daemon.file, args, user: daemon.user })
    return undefined
  } catch (error) {
    const output =
      error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    const lines = output.split('\n').filter((line) => /ERROR|CRITICAL/.test(line))
    return lines.slice(0, 3).join('\n') || output.slice(-500)
  }
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
  const complaint = await check(daemon, candidate, runFolder)
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

/** Its reader may read it; only we may write it. */
async function writeForGroup(path: string, text: string, gid: number | undefined): Promise<void> {
  const file = await fs.open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    if (!isRoot() || gid === undefined) return
    await file.chown(0, gid)
    await file.chmod(0o640)
  } finally {
    await file.close()
  }
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
    file: findProgram('kamailio', PACKAGES),
    launcher: [findProgram('chrt', 'util-linux'), ...AS_BATCH],
    args: ['-DD', '-E', '-w', runFolder, '-Y', runFolder, ...memory, '-f', mark],
    mark,
    user,
    may_take_low_ports: addresses.some(({ port }) => port < 1024),
    log: join(folder.logs, 'kamailio.log'),
    isHealthy: async () => (await askKamailio(rpc, 'core.uptime')) !== undefined,
  }
}

export function kamailioPart(setup: Setup, tunnels: Tunnels): ProcessSpec {
  const { config, folder, ports, secrets } = setup
  return {
    name: 'kamailio',
    async start() {
      const user = daemonUser('kamailio')
      const runFolder = join(folder.run, 'kamailio')
      await makeFolder(runFolder, 0o700, user)
      // What it reads is ours, and so is the folder: it must not find its own words there.
      const { uid } = ourselves()
      await makeFolder(join(folder.path, 'kamailio'), 0o750, { uid, gid: user.gid })
      const addresses = await tunnels.read()
      const daemon = toDaemon(setup, [...config.SIP_LISTEN, ...addresses], runFolder, user)
      const text = renderConfig(await readTemplate(), {
        listen: config.SIP_LISTEN,
        tunnels: addresses,
        advertise: config.SIP_ADVERTISE,
        rpc_port: ports.rpc,
        evapi_port: ports.evapi,
        rtpengine_port: ports.rtpengine,
        kamailio_secret: secrets.kamailio_secret,
        topoh_key: secrets.topoh_key,
        run_folder: runFolder,
        ...(await makeMemory(setup, runFolder, user)),
        module_path: findModules(),
        children: Math.max(CHILDREN_MIN, availableParallelism()),
      })
      const listensOnTcp = config.SIP_LISTEN.some(({ transport }) => transport === 'tcp')
      const warnings = [
        await replaceConfig(daemon, text, runFolder),
        kamailioHole(outputOf({ program: daemon.file, args: ['-v'], user }), listensOnTcp),
        kernelHole(),
      ].filter((warning) => warning !== undefined)
      const running = (await adoptDaemon(daemon)) ?? (await launchDaemon(daemon))
      return { ...running, ...(warnings.length > 0 && { warning: warnings.join('; ') }) }
    },
  }
}
