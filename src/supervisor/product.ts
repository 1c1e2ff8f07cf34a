// All parts of the product: started in order, kept running, ended in the opposite order.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#core/time/clock.ts'
import { startBackups } from './backup/backups.ts'
import { type Config, isNode, makesBackups, servesConsole } from './config.ts'
import { type DataFolder, recordFolder, type Secrets } from './data-folder.ts'
import { kamailioMark, kamailioPart } from './kamailio/kamailio.ts'
import { tryListeners } from './kamailio/kamailio-trial.ts'
import { guardPorts, type PortGuard } from './kamailio/port-guard.ts'
import { rtpengineMark, rtpenginePart } from './kamailio/rtpengine.ts'
import {
  fixedSipPorts,
  type LivePorts,
  openSipPorts,
  type SwitchParts,
} from './kamailio/sip-ports.ts'
import { testLinePart } from './kamailio/test-line.ts'
import { openTunnels } from './kamailio/tunnels.ts'
import { startMachineMeter } from './machine/machine-meter.ts'
import { machineRunners } from './machine/machine-runners.ts'
import { runMachineTasks } from './machine/machine-tasks.ts'
import {
  apiPart,
  consoleAddress,
  engineMarks,
  engineNames,
  enginePart,
  jobsPart,
  recorderPart,
  tracerPart,
} from './node-parts.ts'
import { noteStart, prepareNode } from './nodes/prepare-node.ts'
import { watchNode } from './nodes/watch-node.ts'
import { choosePorts, tryPort } from './ports.ts'
import { embeddedDatabase, externalDatabase, postgresFolder } from './postgres/database-part.ts'
import { isDaemonRunning, stopDaemon } from './processes/daemon.ts'
import { makeFolder } from './processes/folder.ts'
import { keepRunning, type ProcessSpec, type SupervisedProcess } from './processes/keep-running.ts'
import { keepShort } from './processes/log-file.ts'
import { waitUntil } from './processes/process-table.ts'
import { findPrograms } from './processes/programs.ts'
import { openStateBoard } from './processes/state-board.ts'
import { daemonUser, serviceUser } from './processes/system-user.ts'
import type { Setup } from './setup.ts'
import { startSupervisorJobs } from './supervisor-jobs.ts'

/** An API whose supervisor was killed needs a moment to leave its port. */
const PORT_TIMEOUT_MS = 5000
const LOGS_EVERY_MS = 5_000

export interface ProductOptions {
  readonly clock: Clock
  readonly say: (line: string) => void
  /** The node was removed in the console: `stop`, and `forgetNode`. */
  readonly onRemoved: () => void
}

export interface Product {
  /**
   * Answers whether the console can be opened; the parts that do not run are tried again and again.
   */
  start(): Promise<boolean>
  stop(): Promise<void>
}

export function openProduct(
  config: Config,
  folder: DataFolder,
  { clock, say, onRemoved }: ProductOptions,
): Product {
  const board = openStateBoard(say)
  const processes: SupervisedProcess[] = []
  /** Helpers beside the processes, which end with the supervisor. */
  const helpers: (() => Promise<void>)[] = []
  let guard: PortGuard | undefined
  let isStopping = false

  async function begin(part: ProcessSpec): Promise<SupervisedProcess> {
    if (isStopping) throw new Error('Stopped before startup completed')
    const supervised = keepRunning(part, board.show)
    processes.push(supervised)
    await supervised.firstAttempt
    return supervised
  }

  async function beginDatabase(): Promise<{ url: string; groups: number[] }> {
    let found = { url: config.DATABASE_URL ?? '', groups: [] as number[] }
    const part = config.DATABASE_URL
      ? externalDatabase(config.DATABASE_URL, config.ENGINES)
      : embeddedDatabase({
          ...{ folder, is_archiving: makesBackups(config), log: say },
          onStart: ({ url, group }) => {
            found = { url, groups: [group] }
          },
        })
    const { state, detail } = (await begin(part)).state()
    if (state !== 'running') throw new Error(`Database not available: ${detail}`)
    return found
  }

  async function start(): Promise<boolean> {
    if (servesConsole(config)) await refuseTakenPort(config)
    const is_node = isNode(config)
    const { url, groups } = await beginDatabase()
    const { node_id, secrets, urls } = await prepareNode(url, config, folder, say)
    if (!is_node) helpers.push(await startOwnWork({ url, config, folder, secrets, clock, say }))
    const engines = engineNames(config, node_id)
    await board.connect(
      url,
      node_id,
      engines.map((name) => `engine-${name}`),
    )
    const programs = await findOwnPrograms(folder)
    const ports = await choosePorts(folder.run, {
      kamailio: await isDaemonRunning(kamailioMark(folder)),
      rtpengine: await isDaemonRunning(rtpengineMark(folder)),
    })
    const setup: Setup = { config, folder, node_id, secrets, programs, ports }
    const sipPorts = is_node ? fixedSipPorts(config) : await openSipPorts(url, config, say)
    await noteStart(url, node_id, sipPorts.listen())
    guard = await guardPorts(folder, ports, say)
    const rtpengine = await begin(rtpenginePart(sipPorts.media, setup, guard.warning))
    const tunnels = openTunnels(url)
    const kamailio = await begin(kamailioPart(setup, tunnels, sipPorts))
    // Its calls continue; only those in setup are lost.
    tunnels.watch(() => kamailio.renew('listen addresses changed'))
    // A supervisor that was killed may have had more of them.
    for (const mark of engineMarks(folder, node_id).slice(engines.length)) await stopDaemon(mark)
    for (const name of engines) await begin(enginePart(name, setup, { url: urls.engine, groups }))
    const api = servesConsole(config)
      ? await begin(apiPart(setup, { url: urls.api, groups }))
      : undefined
    if (!is_node) {
      await makeFolder(recordFolder(folder), 0o750, serviceUser('jobs'))
      await begin(jobsPart(setup, { url: urls.jobs, groups }))
    }
    // Nothing waits for these: the product is the same without.
    void begin(tracerPart(setup, { url: urls.jobs, groups })).catch(() => {})
    void begin(recorderPart(setup, { url: urls.jobs, groups })).catch(() => {})
    void begin(testLinePart(folder, config.TEST_LINE_PORT)).catch(() => {})
    void keepLogsShort(folder)
    const parts = { kamailio, rtpengine }
    helpers.push(...(await startHelpers(setup, { url, clock, onRemoved }, sipPorts, parts)))
    return api?.state().state === 'running'
  }

  async function stop(): Promise<void> {
    isStopping = true
    for (const end of helpers) await end()
    const [database, ...others] = processes
    for (const supervised of others.reverse()) await supervised.stop()
    await guard?.remove()
    await board.disconnect()
    await database?.stop()
  }

  return { start, stop }
}

interface OwnWork extends Omit<ProductOptions, 'onRemoved'> {
  readonly url: string
  readonly config: Config
  readonly folder: DataFolder
  readonly secrets: Pick<Secrets, 'secret_keys'>
}

/** Partitions, the retention and backups. */
async function startOwnWork({ url, config, folder, secrets, clock, say }: OwnWork) {
  const backups = await startBackups(url, config, { folder, ...secrets, clock })
  return startSupervisorJobs({ url, data_folder: folder.path, backups, clock, say })
}

/** Starts the supervisor's work beside running the processes; each part answers how to end it. */
async function startHelpers(
  setup: Setup,
  { url, clock, onRemoved }: { readonly url: string } & Omit<ProductOptions, 'say'>,
  sipPorts: LivePorts,
  processes: Pick<SwitchParts, 'kamailio' | 'rtpengine'>,
): Promise<(() => Promise<void>)[]> {
  const { folder, node_id, ports, secrets } = setup
  const rpc = { port: ports.rpc, secret: secrets.kamailio_secret }
  const rotateLogs = () => shortenLogs(folder, 1)
  return [
    sipPorts.watch({
      ...processes,
      rpc,
      tryListeners: (listen) => tryListeners(setup, listen),
    }),
    await startMachineMeter({ url, node_id, clock, data_folder: folder.path, rpc }),
    await runMachineTasks(url, node_id, machineRunners({ url, ...processes, rotateLogs })),
    watchNode({ url, node_id, secrets, rpc, onRemoved }),
  ]
}

const findOwnPrograms = ({ path }: DataFolder) =>
  findPrograms(join(path, 'programs'), [
    ...[serviceUser('api'), serviceUser('engine'), serviceUser('jobs')],
    ...[daemonUser('kamailio')],
  ])

async function refuseTakenPort(config: Config): Promise<void> {
  const isFree = async () =>
    (await tryPort('tcp', config.HTTP_PORT, config.HTTP_HOST)) === config.HTTP_PORT
  if (await waitUntil(isFree, PORT_TIMEOUT_MS)) return
  const address = consoleAddress(config)
  throw new Error(`${address} cannot be used, maybe already in use: set HTTP_PORT or HTTP_HOST`)
}

/** While we run; a full disk must not end the calls: the next time tries again. */
async function keepLogsShort(folder: DataFolder): Promise<never> {
  for (;;) {
    await sleep(LOGS_EVERY_MS, undefined, { ref: false })
    await shortenLogs(folder).catch(() => {})
  }
}

/** Answers the number of files that had `bytes_least`, by default the most a file may have. */
async function shortenLogs(folder: DataFolder, bytes_least?: number): Promise<number> {
  const names = (await readdir(folder.logs)).filter((name) => name.endsWith('.log'))
  const paths = names.map((name) => join(folder.logs, name))
  // One that cannot be kept short keeps no other long.
  const results = await Promise.allSettled(
    [...paths, join(postgresFolder(folder.path), 'postgres.log')].map((path) =>
      keepShort(path, undefined, bytes_least),
    ),
  )
  return results.filter((result) => result.status === 'fulfilled' && result.value).length
}
