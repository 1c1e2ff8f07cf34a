// `npm run cluster [killed] [halted] [cut] [full] [standby] [cost]`: PostgreSQL under Patroni as
// docs/operating.md has it, and real calls through two nodes over it. The machine of the primary
// is killed, halted, cut off or has a full disk, or that of the standby is cut off.
// `cost`, only if it is named, measures calls a second with the synchronous standby and without.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureCost } from './cost.ts'
import { EVENTS, type EventName } from './events.ts'
import { runCluster } from './run.ts'

const INSIDE = 'CLUSTER_FOLDER'
const COST = 'cost'
const CALLS_PER_SECOND = 12
/** Findings that a run prints. */
const SHOWN_MAX = 40

const isEvent = (name: string): name is EventName => name in EVENTS

async function runInside(root: string, asked: readonly string[]): Promise<number> {
  if (asked.includes(COST)) await measureCost(root, console.log)
  const events = (asked.length > 0 ? asked : Object.keys(EVENTS)).filter(isEvent)
  if (events.length === 0) return 0
  const wrong = await runCluster({
    root,
    events,
    calls_per_second: CALLS_PER_SECOND,
    say: console.log,
  })
  for (const line of wrong.slice(0, SHOWN_MAX)) console.error(line)
  if (wrong.length > SHOWN_MAX) console.error(`and ${wrong.length - SHOWN_MAX} more`)
  console.log(wrong.length === 0 ? 'Nothing was lost' : `${wrong.length} things are wrong`)
  return wrong.length === 0 ? 0 : 1
}

/**
 * The same again in namespaces of its own: addresses are those of the recipe, and everything that
 * runs there ends with it.
 */
async function runApart(asked: readonly string[]): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'softswitch-cluster-'))
  await chmod(root, 0o755)
  const apart = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  // A shell is the first process, because it collects the children of those that were killed.
  const script = 'ip link set lo up; "$@"; exit $?'
  const self = [process.execPath, import.meta.filename, ...asked]
  const child = spawn('unshare', [...apart, 'sh', '-c', script, 'sh', ...self], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: root, [INSIDE]: root },
  })
  const end = () => child.kill('SIGKILL')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 1) console.log(`what everything wrote is kept in ${root}`)
  else await rm(root, { recursive: true, force: true })
  return code ?? 1
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !isEvent(name) && name !== COST)
if (unknown.length > 0) {
  const known = [...Object.keys(EVENTS), COST].join(', ')
  console.error(`There is no ${unknown.join(', ')}; there are ${known}`)
  process.exit(1)
}
const root = process.env[INSIDE]
process.exit(root ? await runInside(root, asked) : await runApart(asked))
