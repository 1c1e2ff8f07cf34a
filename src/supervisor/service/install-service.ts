// `npm run install-service`: makes systemd start the product at boot, in a sandbox, or brings what
// it starts up to date. Nothing is downloaded here or at boot: `npm` has run the set-up before.
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, readConfig, VARIABLES } from '../config.ts'
import { findDataFolder } from '../data-folder.ts'
import { consoleAddress } from '../node-parts.ts'
import { postgresFolder } from '../postgres/database-part.ts'
import { makeFolder } from '../processes/folder.ts'
import { findInstance, SecondInstance } from '../processes/instance.ts'
import { waitUntil } from '../processes/process-table.ts'
import { copyForService, putInPlace } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import { daemonUser, databaseUser, serviceUser } from '../processes/system-user.ts'
import * as service from './service.ts'
import { checkService } from './service-check.ts'
import { readEnvironment, writeVariables } from './service-environment.ts'
import { type ServicePlaces, serviceUnit } from './service-unit.ts'

const START_TIMEOUT_MS = 120_000
/** The sandbox hides these, or puts others in their place. */
const HIDDEN = /^\/(home|root|run|tmp|var\/tmp|dev|proc|sys)(\/|$)/
/** Paths that need no quotes in a unit, and leave room for the names of sockets. */
const PLAIN_PATH = /^\/[\w./+@-]{0,79}$/

interface Settings {
  /** The new text of the file. */
  text: string
  config: Config
  data: string
}

/** The content of the file, overridden by the given variables. */
async function readSettings(): Promise<Settings> {
  const before = await fs.readFile(service.ENVIRONMENT_FILE, 'utf8').catch(() => '')
  const given = VARIABLES.flatMap((name) => {
    const value = process.env[name]
    return value ? [[name, value] as const] : []
  })
  const wanted = { ...readEnvironment(before), ...Object.fromEntries(given) }
  const data = resolve(wanted.DATA_DIR || service.DEFAULT_DATA)
  const values = { ...Object.fromEntries(given), DATA_DIR: data }
  const text = writeVariables(before, values)
  return { text, config: readConfig(readEnvironment(text)), data }
}

async function refuseFolder(data: string, pid: number): Promise<void> {
  if (HIDDEN.test(data)) {
    throw new Error(`The service cannot use ${data}, it sees nothing of there: choose a DATA_DIR`)
  }
  if (!PLAIN_PATH.test(data)) {
    throw new Error(
      `The service cannot use ${data}: choose a DATA_DIR of at most 80 letters, digits and ./+@-_`,
    )
  }
  const instance = await findInstance(join(data, 'run'))
  instance?.leave()
  if (instance && instance.pid !== pid) throw new SecondInstance(instance.pid)
}

/** In the sandbox no user can be added to /etc/passwd. */
function makeUsers(data: string): void {
  databaseUser(join(postgresFolder(data), 'pg18'))
  for (const name of ['api', 'engine', 'jobs', 'recorder', 'test-line'] as const) serviceUser(name)
  for (const name of ['kamailio', 'rtpengine']) daemonUser(name)
}

/** Data of a product that was started by hand here is easily taken for that of the service. */
function tellOfOtherData(data: string): void {
  const other = resolve('data')
  if (data === other || !existsSync(postgresFolder(other))) return
  console.log(`${other} is not used: DATA_DIR=${other} npm run install-service would use it`)
}

async function replaceFiles(
  { text, data }: Settings,
  copy: string,
  places: ServicePlaces,
): Promise<void> {
  await putInPlace(copy, places.programs)
  await fs.writeFile(places.environment, text, { mode: 0o600 })
  await fs.chmod(places.environment, 0o600)
  await fs.writeFile(service.UNIT_FILE, serviceUnit(places), { mode: 0o644 })
  console.log(`Unit: ${service.UNIT_FILE}`)
  console.log(`Programs: ${places.programs}`)
  console.log(`Settings: ${places.environment}`)
  console.log(`Data folder: ${data}`)
  tellOfOtherData(data)
}

async function begin(config: Config): Promise<void> {
  await service.systemctl('daemon-reload')
  await service.systemctl('start', service.UNIT)
  const address = consoleAddress(config)
  const answers = () =>
    fetch(`${address}/api/health`).then(
      () => true,
      () => false,
    )
  const isUp = await waitUntil(answers, START_TIMEOUT_MS, 500)
  console.log(await service.lastLogLines())
  if (!isUp) throw new Error(`The service was started, and ${address} does not answer`)
  console.log('The service runs, and starts at every boot')
}

async function main(): Promise<void> {
  service.refuseUnfitMachine()
  const settings = await readSettings()
  const pid = await service.servicePid()
  await refuseFolder(settings.data, pid)
  await makeFolder(settings.data, 0o755)
  if (settings.config.BACKUP_DIR) await makeFolder(settings.config.BACKUP_DIR, 0o700)
  makeUsers(settings.data)
  findDataFolder(settings.data)
  const places = {
    programs: service.PROGRAMS,
    data: settings.data,
    backups: settings.config.BACKUP_DIR,
    environment: service.ENVIRONMENT_FILE,
  }
  const copy = await copyForService(places.programs)
  try {
    const exposure = await checkService({ ...places, programs: copy })
    console.log(`systemd has checked the unit: exposure ${exposure} of 10`)
    if (pid > 0) {
      console.log('Stopping the service')
      await service.systemctl('stop', service.UNIT)
    }
    await replaceFiles(settings, copy, places)
  } finally {
    await fs.rm(copy, { recursive: true, force: true })
  }
  await service.systemctl('enable', service.UNIT)
  if (service.isSystemdRunning()) await begin(settings.config)
  else console.log('systemd is not running here: the service will start at the next boot with it')
}

await runProgram(main)
