// Compares the balances with the ledger, and leaves the result for /metrics (ADR-0042).
import { FIRST_NODE } from '#core/call/engine-name.ts'
import { asSqlConnection } from '#db/database.ts'
import { sumLedgerDifferences } from '#db/metrics/ledger-differences.ts'
import {
  JOBS_PROCESS,
  type MetricFamily,
  writeProcessMetrics,
} from '#db/metrics/process-metrics.ts'
import type { JobContext } from '../job.ts'

const MILLION = 1_000_000

const gauge = (name: string, help: string, values: MetricFamily['values']): MetricFamily => ({
  name: `softswitch_${name}`,
  help,
  type: 'gauge',
  aggregator: 'sum',
  values,
})

export async function checkLedger({
  database,
  clock,
}: Pick<JobContext, 'database' | 'clock'>): Promise<void> {
  const differences = await sumLedgerDifferences(database)
  const families = [
    gauge(
      'ledger_minus_balance',
      'What balances differ from the ledger by, without the sign: always 0.',
      differences.map(({ currency, difference }) => ({
        labels: { currency },
        // A figure for alerts: `npm run verify` has the exact amounts.
        value: Number(difference) / MILLION,
      })),
    ),
    gauge(
      'ledger_differing_accounts',
      'Accounts whose balance is not the sum of the ledger: always 0.',
      differences.map(({ currency, accounts }) => ({ labels: { currency }, value: accounts })),
    ),
    gauge('ledger_checked_timestamp_seconds', 'When the ledger was last compared.', [
      { labels: {}, value: clock.now_ms() / 1000 },
    ]),
  ]
  await writeProcessMetrics(asSqlConnection(database), {
    node_id: FIRST_NODE,
    process: JOBS_PROCESS,
    families,
  })
}
