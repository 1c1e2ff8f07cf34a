// `npm start`: one supervisor per data folder, which starts the product and stops it on a signal.
import { resolve } from 'node:path'
import type { Clock } from '#core/time/clock.ts'
import { refuseUnfinishedRestore } from './backup/restore-data-folder.ts'
import { readConfig } from './config.ts'
import { findDataFolder, forgetNode, makeDataFolder } from './data-folder.ts'
import { consoleAddress } from './node-parts.ts'
import { claimInstance } from './processes/instance.ts'
import { runProgram } from './processes/run-program.ts'
import { openProduct } from './product.ts'
import { howToStop } from './service/service.ts'

const clock: Clock = { now_ms: () => Date.now(), monotonic_ms: () => performance.now() }

function say(line: string): void {
  console.log(line)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const path = findDataFolder(config.DATA_DIR)
  const isMoved = !config.DATA_DIR && path !== resolve('data')
  const reason = ', because PostgreSQL does not run as root and cannot access this folder'
  say(`Data folder: ${path}${isMoved ? reason : ''}`)
  refuseUnfinishedRestore(path)
  const folder = await makeDataFolder(path)

  const stopAsked = Promise.withResolvers<void>()
  const { release } = await claimInstance(folder.run, () => stopAsked.resolve())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAsked.resolve())
  // The terminal may go away before we do.
  process.stdout.on('error', () => {})

  let isRemoved = false
  const onRemoved = () => {
    isRemoved = true
    say('This node was removed in the console')
    stopAsked.resolve()
  }
  const product = openProduct(config, folder, { clock, say, onRemoved })
  const life = (async () => {
    const hasConsole = await product.start()
    if (hasConsole) say(`Console: ${consoleAddress(config)}/vsa`)
    say(`Stop with ${howToStop(process.env, process.ppid)}`)
  })()
  try {
    await Promise.race([life.then(() => stopAsked.promise), stopAsked.promise])
  } finally {
    say('Stopping')
    await product.stop()
    // An interrupted start ends with an error that is not shown.
    await life.catch(() => {})
    if (isRemoved) await forgetNode(folder)
    release()
  }
}

await runProgram(main)
