// `npm run bench [a] [b] … [s] [rivals]`: what the product can do on this machine, each as a ratio
// within one run. docs/benchmarks.md says what is compared with what.
import { endWithChildren } from '../support/end-with-children.ts'
import { measureAlarms } from './alarms.ts'
import { measureArchive } from './archive.ts'
import { measureAttacks } from './attacks.ts'
import { measureCallCosts } from './call-costs.ts'
import { measureDecisions } from './decisions.ts'
import { measureDropDay } from './drop-day.ts'
import { measureFirstScreen } from './first-screen.ts'
import { measureInvoices } from './invoices.ts'
import { measureLimits } from './limits.ts'
import { measureLists } from './lists.ts'
import { measureMoney } from './money.ts'
import { measureRateImports } from './rate-imports.ts'
import { measureReconciliations } from './reconciliations.ts'
import { measureRecordFeed } from './record-feed.ts'
import { measureReports } from './reports.ts'
import { measureRivals } from './rivals/rivals.ts'
import { measureScale } from './scale.ts'
import { measureStart } from './start.ts'
import { measureTracedCalls } from './traced-calls.ts'
import { measureWholeCalls } from './whole-calls.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  a: measureWholeCalls,
  b: measureDecisions,
  c: measureMoney,
  d: measureScale,
  e: measureStart,
  f: measureReports,
  g: measureDropDay,
  h: measureRateImports,
  i: measureReconciliations,
  j: measureInvoices,
  k: measureLists,
  l: measureAttacks,
  m: measureFirstScreen,
  n: measureLimits,
  o: measureRecordFeed,
  p: measureCallCosts,
  q: measureAlarms,
  r: measureTracedCalls,
  s: measureArchive,
  rivals: measureRivals,
}

/** It needs a package that nothing else does, so it runs only by name. */
const BY_NAME = ['rivals']

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`,
  )
  process.exit(1)
}
const ending = endWithChildren()
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  const is_wanted = wanted.length === 0 ? !BY_NAME.includes(name) : wanted.includes(name)
  if (is_wanted) await measure()
}
ending.exit(0)
