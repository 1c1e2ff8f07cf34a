// Type-checks every room with its own compiler settings, side by side, and
// fails if one of them fails. What has not changed since the last time is not checked again.
import { spawn } from 'node:child_process'

const rooms = ['core', 'contract', 'db', 'api', 'engine', 'supervisor', 'web']
const projects = [...rooms.map((room) => `src/${room}`), 'test']

const results = await Promise.all(
  projects.map(
    (project) =>
      new Promise((done) => {
        const known = `node_modules/.cache/types/${project.replace('/', '-')}.json`
        const options = ['-p', project, '--incremental', '--tsBuildInfoFile', known]
        const compiler = spawn('node_modules/.bin/tsc', options, { stdio: 'inherit' })
        compiler.on('close', (code) => done(code ?? 1))
      }),
  ),
)
process.exit(Math.max(...results))
