// `npm run test:calls [files]`: the call suite. A call waits more than it computes, so that parts
// of the suite run side by side, each in a network namespace of its own: their ports are fixed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { CALL_FILES } from '../run/files.ts'
import { takeRunFolder } from '../run/run-folder.ts'
import { shareOut } from '../run/share-out.ts'
import { turnAutogroupOff } from '../support/autogroup.ts'
import { endWithChildren } from '../support/end-with-children.ts'

/** On two cores, more of them would disturb the waits of each other. */
const PARTS = 4
const APART = ['-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const
const SUITE = ['vitest', 'run', '--project', 'calls'] as const

/** Without the right, or the programs, to make a namespace, the whole suite runs in one part. */
const canBeApart = spawnSync('unshare', [...APART, 'true']).status === 0
if (!canBeApart) console.log('No network namespace can be made here: the calls run in one part.')

/** The arguments of Vitest for each part. One that is no file is for Vitest to understand. */
function partsOf(given: readonly string[]): readonly (readonly string[])[] {
  if (!(canBeApart && given.every((file) => existsSync(file)))) return [given]
  return shareOut(given.length > 0 ? given : globSync(CALL_FILES), PARTS)
}

const [program, ...before] = [...(canBeApart ? ['unshare', ...APART] : []), ...SUITE] as const

async function run(args: readonly string[]): Promise<number> {
  const began_ms = performance.now()
  const child = spawn(program, [...before, ...args], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = Math.round((performance.now() - began_ms) / 1000)
  console.log(`A part of the call suite ended after ${seconds} s: ${args.join(' ')}`)
  return code ?? 1
}

const ending = endWithChildren()
turnAutogroupOff()
// One folder for all parts: each would look for those of dead runs while the others make theirs.
process.env.TMPDIR = takeRunFolder()
const codes = await Promise.all(partsOf(process.argv.slice(2)).map(run))
ending.exit(Math.max(...codes))
