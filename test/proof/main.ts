// `npm run proof -- [--minutes 60] [--seed 17] [--file proof.json]`: everything that tries to break
// calls and money, for a given time; the report has seeds, commit, machine and figures.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { endWithChildren } from '../support/end-with-children.ts'
import { PARTS } from './parts.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    file: { type: 'string', default: 'proof.json' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('Give it minutes above 0 and a whole number as seed: --minutes 60 --seed 17')
  process.exit(1)
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const secondsSince = (from_ms: number) => Math.round((performance.now() - from_ms) / 1000)

const ending = endWithChildren()
const report = {
  commit: git('rev-parse', 'HEAD'),
  has_other_changes: git('status', '--porcelain') !== '',
  machine: {
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  },
  began_at: new Date().toISOString(),
  minutes,
  parts: [] as object[],
  is_proven: false,
}
console.log(`${report.commit.slice(0, 8)}, seed ${seed}, ${minutes} minutes`)
let failed = 0
for (const { name, proves, share, run } of PARTS) {
  if (ending.isEnding()) break
  console.log(`\n${name}: ${proves}`)
  const began_ms = performance.now()
  const seconds = Math.round(share * minutes * 60)
  const { figures, wrong } = await run({ seed, seconds, say: console.log }).catch((error) => ({
    figures: {},
    wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }))
  for (const line of wrong) console.error(`${name}: ${line}`)
  if (wrong.length > 0) failed += 1
  const took = { seconds: secondsSince(began_ms) }
  console.log(`${name}: ${wrong.length === 0 ? 'passed' : 'FAILED'}`, { ...took, ...figures })
  report.parts.push({ name, proves, seed, ...took, figures, wrong })
}
report.is_proven = failed === 0 && report.parts.length === PARTS.length
writeFileSync(values.file, `${JSON.stringify(report, undefined, 2)}\n`)
console.log(`\n${PARTS.length - failed} of ${PARTS.length} parts passed: ${values.file}`)
ending.exit(report.is_proven ? 0 : 1)
