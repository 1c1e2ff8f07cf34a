// `npm run test:calls [files]`: the call suite. A call waits more than it computes, so that parts
// of the suite run side by side, each in a network namespace of its own: their ports are fixed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { turnAutogroupOff } from '../support/autogroup.ts'
import { endWithChildren } from '../support/end-with-children.ts'

const PARTS = 2
const APART = ['-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const
const SUITE = ['vitest', 'run', '--project', 'calls'] as const

async function run([command = '', ...args]: readonly string[]): Promise<number> {
  const [code] = (await once(spawn(command, args, { stdio: 'inherit' }), 'exit')) as [number | null]
  return code ?? 1
}

/** Without the right, or the programs, to make a namespace, the whole suite runs in one part. */
const canBeApart = spawnSync('unshare', [...APART, 'true']).status === 0
if (!canBeApart) console.log('No network namespace can be made here: the calls run in one part.')

/** The arguments of Vitest for each part. */
function partsOf(files: readonly string[]): readonly (readonly string[])[] {
  if (files.length > 0 || !canBeApart) return [files]
  return Array.from({ length: PARTS }, (_, at) => [`--shard=${at + 1}/${PARTS}`])
}

const ending = endWithChildren()
turnAutogroupOff()
const apart = canBeApart ? ['unshare', ...APART] : []
const codes = await Promise.all(
  partsOf(process.argv.slice(2)).map((args) => run([...apart, ...SUITE, ...args])),
)
ending.exit(Math.max(...codes))
