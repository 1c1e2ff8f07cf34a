// Type-checks every room with its own compiler settings, as many at a time as there are
// processors, and fails if one of them fails. Only what has changed since the last run is checked.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

const rooms = ['core', 'contract', 'db', 'api', 'engine', 'jobs', 'supervisor', 'web']
const waiting = [...rooms.map((room) => `src/${room}`), 'test']
let worst = 0

async function checkNext() {
  for (let project = waiting.shift(); project; project = waiting.shift()) {
    const known = `node_modules/.cache/types/${project.replace('/', '-')}.json`
    const options = ['-p', project, '--incremental', '--tsBuildInfoFile', known]
    const [code] = await once(
      spawn('node_modules/.bin/tsc', options, { stdio: 'inherit' }),
      'close',
    )
    worst = Math.max(worst, code ?? 1)
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, checkNext))
process.exit(worst)
