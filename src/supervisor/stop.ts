// `npm stop`: stops the running supervisor; if it was killed, stops the processes that it left.
import { FIRST_NODE } from '#core/call/engine-name.ts'
import { readConfig } from './config.ts'
import { findDataFolder, makeDataFolder, readNodeId } from './data-folder.ts'
import { kamailioMark } from './kamailio/kamailio.ts'
import { removeGuard } from './kamailio/port-guard.ts'
import { rtpengineMark } from './kamailio/rtpengine.ts'
import { testLineMark } from './kamailio/test-line.ts'
import { engineMarks } from './node-parts.ts'
import { postgresFolder } from './postgres/database-part.ts'
import { stopPostgres } from './postgres/postgres.ts'
import { isDaemonRunning, stopDaemon } from './processes/daemon.ts'
import { findInstance } from './processes/instance.ts'
import { runProgram } from './processes/run-program.ts'

async function main(): Promise<void> {
  const folder = await makeDataFolder(findDataFolder(readConfig(process.env).DATA_DIR))
  const instance = await findInstance(folder.run)
  if (instance) {
    console.log(`Stopping the supervisor (process ${instance.pid})`)
    await instance.askToStop()
    console.log('Stopped')
    return
  }
  console.log(`No supervisor is running on ${folder.path}`)
  const daemons = [kamailioMark(folder), rtpengineMark(folder), testLineMark(folder)]
  const node_id = (await readNodeId(folder)) ?? FIRST_NODE
  for (const mark of [...engineMarks(folder, node_id), ...daemons]) {
    if (!(await isDaemonRunning(mark))) continue
    console.log(`Stopping leftover process: ${mark}`)
    await stopDaemon(mark)
  }
  await removeGuard(folder)
  await stopPostgres(postgresFolder(folder.path))
}

await runProgram(main)
