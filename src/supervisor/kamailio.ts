// Kamailio, the SIP side, as a part that is kept running: its configuration and its memory of calls
// over a restart.
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Config } from './config.ts'
import { adoptDaemon, type Daemon, findProgram, launchDaemon, stopDaemon } from './daemon.ts'
import type { DataFolder, Secrets } from './data-folder.ts'
import { makeFolder, makePrivateFolder } from './folder.ts'
import { type Part, ProgramMissing } from './keep-running.ts'
import type { Ports } from './ports.ts'
import { renderConfig } from './render-config.ts'
import { daemonUser, isRoot, type SystemUser } from './system-user.ts'
import type { Tunnels } from './tunnels.ts'

const run = promisify(execFile)

const TEMPLATE = new URL('../../kamailio/kamailio.cfg.template', import.meta.url)
const SCHEMAS = new URL('../../kamailio/', import.meta.url)
const PACKAGES = 'kamailio kamailio-extra-modules kamailio-sqlite-modules'
const RPC_TIMEOUT_MS = 2000
/**
 * Debian's default is made for the search for errors: it walks through long lists, which costs a
 * quarter of all that Kamailio does. This one takes the same short time however full it is; the
 * tests keep the default, which notices broken memory.
 */
const MEMORY_MANAGER = 'tlsf'
const SHARED_MEMORY_MB = 512
const PRIVATE_MEMORY_MB = 16
/**
 * Its processes do not interrupt others, nor each other, as soon as a message arrives: whoever
 * works goes on until its turn is over (`SCHED_BATCH`, sched(7)). Busy it costs a tenth less.
 */
const AS_BATCH = ['--batch', '0'] as const
/**
 * One process for each core is the quickest, but where others want the cores too, few processes
 * are given little time: with two, a burst of 200 calls beside a busy machine was too slow once.
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

/**
 * Where Kamailio keeps its calls and registrations over a restart: in memory, where 1,000 calls are
 * saved in a third of a second; on a disk it takes ten seconds.
 */
async function makeDatabases(
  folder: DataFolder,
  user: SystemUser,
): Promise<{ dialog_db: string; location_db: string }> {
  const place = existsSync('/dev/shm')
    ? await makePrivateFolder('/dev/shm', folder.path, 0o700, user)
    : join(folder.run, 'kamailio')
  return {
    dialog_db: await makeDatabase(join(place, 'dialog.db'), 'dialog-db.sql', user),
    location_db: await makeDatabase(join(place, 'location.db'), 'location-db.sql', user),
  }
}

async function makeDatabase(file: string, schema: string, user: SystemUser): Promise<string> {
  const database = new DatabaseSync(file)
  database.exec(await fs.readFile(new URL(schema, SCHEMAS), 'utf8'))
  database.close()
  if (isRoot()) await fs.chown(file, user.uid, user.gid)
  return file
}

/** Lets Kamailio read a configuration; answers what it dislikes, in its own words. */
async function check(program: string, file: string): Promise<string | undefined> {
  try {
    await run(program, ['-c', '-f', file])
    return undefined
  } catch (error) {
    const output =
      error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    const lines = output.split('\n').filter((line) => /ERROR|CRITICAL/.test(line))
    return lines.slice(0, 3).join('\n') || output.slice(-500)
  }
}

async function answers(port: number, secret: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/RPC`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'core.uptime' }),
      signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
    })
    return response.ok && 'result' in ((await response.json()) as object)
  } catch {
    return false
  }
}

/**
 * Puts a changed configuration in place if Kamailio accepts it; otherwise answers why it does not.
 */
async function replaceConfig(daemon: Daemon, text: string): Promise<string | undefined> {
  const current = await fs.readFile(daemon.mark, 'utf8').catch(() => undefined)
  if (current === text) return undefined
  const candidate = `${daemon.mark}.new`
  await fs.writeFile(candidate, text, { mode: 0o600 })
  const complaint = await check(daemon.file, candidate)
  if (complaint) {
    const refusal = `Kamailio refuses ${candidate}: ${complaint}`
    if (current === undefined) throw new Error(refusal)
    return `${refusal} (the last good configuration is in use)`
  }
  // First the end of the old one, so that the file always says what a running Kamailio has read.
  await stopDaemon(daemon.mark)
  await fs.rename(candidate, daemon.mark)
  return undefined
}

function toDaemon(
  folder: DataFolder,
  ports: Ports,
  secrets: Secrets,
  runFolder: string,
  user: SystemUser,
): Daemon {
  const sizes = ['-m', String(SHARED_MEMORY_MB), '-M', String(PRIVATE_MEMORY_MB)]
  const memory = ['-x', MEMORY_MANAGER, ...sizes]
  // Started as root it takes its ports and reads its secrets first, and gives up root by itself
  // then.
  const identity = isRoot() ? ['-u', String(user.uid), '-g', String(user.gid)] : []
  const mark = kamailioMark(folder)
  return {
    file: findProgram('kamailio', PACKAGES),
    launcher: [findProgram('chrt', 'util-linux'), ...AS_BATCH],
    args: ['-DD', '-E', '-w', runFolder, '-Y', runFolder, ...memory, ...identity, '-f', mark],
    mark,
    user: undefined,
    log: join(folder.logs, 'kamailio.log'),
    isHealthy: () => answers(ports.rpc, secrets.kamailio_secret),
  }
}

export function kamailioPart(
  config: Config,
  folder: DataFolder,
  ports: Ports,
  secrets: Secrets,
  tunnels: Tunnels,
): Part {
  return {
    name: 'kamailio',
    async start() {
      const user = daemonUser('kamailio')
      const runFolder = join(folder.run, 'kamailio')
      await makeFolder(runFolder, 0o700, user)
      await makeFolder(join(folder.path, 'kamailio'), 0o700)
      const daemon = toDaemon(folder, ports, secrets, runFolder, user)
      const text = renderConfig(await fs.readFile(TEMPLATE, 'utf8'), {
        listen: config.SIP_LISTEN,
        tunnels: await tunnels.read(),
        advertise: config.SIP_ADVERTISE,
        rpc_port: ports.rpc,
        evapi_port: ports.evapi,
        rtpengine_port: ports.rtpengine,
        kamailio_secret: secrets.kamailio_secret,
        topoh_key: secrets.topoh_key,
        run_folder: runFolder,
        ...(await makeDatabases(folder, user)),
        module_path: findModules(),
        children: Math.max(CHILDREN_MIN, availableParallelism()),
      })
      const warning = await replaceConfig(daemon, text)
      const running = (await adoptDaemon(daemon)) ?? (await launchDaemon(daemon))
      return warning ? { ...running, warning } : running
    },
  }
}
