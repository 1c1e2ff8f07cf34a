// Kamailio's configuration file for this machine: its modules, its memory of calls, its check.
import { existsSync, globSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { SipListener } from '#core/sip-ports.ts'
import { isRoot, runChild, type SystemUser } from '../processes/child.ts'
import { ProgramMissing } from '../processes/keep-running.ts'
import type { Setup } from '../setup.ts'
import { readTemplate, renderConfig } from './render-config.ts'
import type { TunnelAddress } from './tunnels.ts'

export const KAMAILIO_PACKAGES = 'kamailio kamailio-extra-modules kamailio-sqlite-modules'
/**
 * One process for each core is the fastest, but where other programs use the cores too, few
 * processes are given little time: with two, a burst of 200 calls beside a busy machine was too
 * slow once.
 */
const CHILDREN_MIN = 4

interface ConfigOptions {
  readonly listen: readonly SipListener[]
  readonly tunnels: readonly TunnelAddress[]
  readonly mask_address: string
  readonly rpc_port: number
  readonly evapi_port: number
  readonly run_folder: string
  /** By which the memory of calls is found again. */
  readonly memory_origin: string
  readonly user: SystemUser
}

/** The text of the file; it also makes the memory of calls. */
export async function kamailioConfig(setup: Setup, options: ConfigOptions): Promise<string> {
  const { ports, secrets } = setup
  const { memory_origin, user, ...settings } = options
  return renderConfig(await readTemplate(), {
    ...settings,
    rtpengine_port: ports.rtpengine,
    trace_port: ports.trace,
    kamailio_secret: secrets.kamailio_secret,
    topoh_key: secrets.topoh_key,
    digest_key: secrets.digest_key,
    trace_key: secrets.trace_key,
    ...(await makeMemory(setup, memory_origin, settings.run_folder, user)),
    module_path: findModules(),
    children: Math.max(CHILDREN_MIN, availableParallelism()),
  })
}

function findModules(): string {
  const [folder] = globSync('/usr{,/local}/lib{,64}{,/*}/kamailio/modules/')
  const needed = ['evapi.so', 'db_sqlite.so']
  if (folder && needed.every((module) => existsSync(join(folder, module)))) return `${folder}/`
  const install = `apt-get install --no-install-recommends ${KAMAILIO_PACKAGES}`
  throw new ProgramMissing(`Kamailio lacks modules. As root, run: ${install}`)
}

/** Makes them as that user, and answers in which folder they lie. */
async function makeMemory(
  { programs }: Setup,
  origin: string,
  runFolder: string,
  user: SystemUser,
): Promise<{ dialog_db: string; location_db: string }> {
  const entry = join(programs.folder, 'src/supervisor/kamailio/kamailio-memory.ts')
  const args = [entry, origin, runFolder]
  const place = (await runChild({ program: programs.node, args, user })).trim()
  return { dialog_db: join(place, 'dialog.db'), location_db: join(place, 'location.db') }
}

/** Lets Kamailio read a configuration; answers what it dislikes, in its own words. */
export async function checkConfig(
  { program, user }: { readonly program: string; readonly user: SystemUser | undefined },
  file: string,
  runFolder: string,
): Promise<string | undefined> {
  try {
    // Without a run folder it would create its own in /run, where only root may write.
    const args = ['-c', '-Y', runFolder, '-f', file]
    await runChild({ program, args, user })
    return undefined
  } catch (error) {
    const output =
      error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    const lines = output.split('\n').filter((line) => /ERROR|CRITICAL/.test(line))
    return lines.slice(0, 3).join('\n') || output.slice(-500)
  }
}

/** Its reader may read it; only we may write it. */
export async function writeForGroup(
  path: string,
  text: string,
  gid: number | undefined,
): Promise<void> {
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
