// Lets systemd read a unit before it is used: whether it is whole, and how much it leaves open.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../processes/child.ts'
import { UNIT } from './service.ts'
import { type ServicePlaces, serviceUnit } from './service-unit.ts'

/** In systemd's tenths: from 0, which may do nothing, to 100; without a sandbox it is 96. */
const EXPOSURE_MAX = 31
/** The last line has the total exposure. */
const LINES_SHOWN = 5

async function analyze(...args: string[]): Promise<string> {
  try {
    return await runChild({ program: 'systemd-analyze', args })
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error
    const lines = `${error.stdout}${error.stderr}`.trim().split('\n')
    throw new Error(`systemd refuses the unit:\n${lines.slice(-LINES_SHOWN).join('\n')}`)
  }
}

/** Returns the exposure level of systemd. */
export async function checkService(places: ServicePlaces): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-unit-'))
  try {
    const file = join(folder, UNIT)
    await writeFile(file, serviceUnit(places))
    await analyze('verify', '--man=no', '--recursive-errors=no', file)
    const limit = `--threshold=${EXPOSURE_MAX}`
    const report = await analyze('security', '--offline=yes', '--no-pager', limit, file)
    return /exposure level for \S+ (\d+\.\d+)/.exec(report)?.[1] ?? 'unknown'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
