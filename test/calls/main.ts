// `npm run test:calls [files]`: the call suite. A call waits more than it computes, so that parts
// of the suite run side by side, each in a network namespace of its own: their ports are fixed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { turnAutogroupOff } from '../support/autogroup.ts'
import { endWithChildren } from '../support/end-with-children.ts'

const PARTS = 2
const APART = ['-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const
const SUITE = ['vitest', 'run', '--project', 'calls'] as const

async function run(command: string, args: readonly string[]): Promise<number> {
  const [code] = (await once(spawn(command, args, { stdio: 'inherit' }), 'exit')) as [number | null]
  return code ?? 1
}

/** Without the right, or the programs, to make one, the whole suite runs in one part. */
const canBeApart = () => spawnSync('unshare', [...APART, 'true']).status === 0

const ending = endWithChildren()
turnAutogroupOff()
const files = process.argv.slice(2)
const [program, ...args] = SUITE
const codes =
  files.length > 0 || !canBeApart()
    ? [await run(program, [...args, ...files])]
    : await Promise.all(
        Array.from({ length: PARTS }, (_, at) =>
          run('unshare', [...APART, ...SUITE, `--shard=${at + 1}/${PARTS}`]),
        ),
      )
ending.exit(Math.max(...codes))
