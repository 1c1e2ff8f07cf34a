// `npm run remove-service`: ends the service and takes it off the machine; its data stays.
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { runProgram } from '../processes/run-program.ts'
import * as service from './service.ts'
import { readEnvironment } from './service-environment.ts'

async function main(): Promise<void> {
  service.refuseUnfitMachine()
  if (!existsSync(service.UNIT_FILE)) throw new Error('No service is installed')
  const isRunning = service.isSystemdRunning()
  if (isRunning) await service.systemctl('stop', service.UNIT)
  await service.systemctl('disable', service.UNIT)
  await fs.rm(service.UNIT_FILE)
  await fs.rm(service.PROGRAMS, { recursive: true, force: true })
  if (isRunning) await service.systemctl('daemon-reload')
  const text = await fs.readFile(service.ENVIRONMENT_FILE, 'utf8').catch(() => '')
  console.log(`Removed ${service.UNIT_FILE} and ${service.PROGRAMS}`)
  console.log(`Kept the data in ${readEnvironment(text).DATA_DIR ?? service.DEFAULT_DATA}`)
  console.log(`Kept the settings in ${service.ENVIRONMENT_FILE}`)
}

await runProgram(main)
