// Calls that a settlement account took, and its own file of them.
import type { OneReconciliation } from '#contract/reconciliations/reconciliations.ts'
import { makeCallId } from '#core/call/call-id.ts'
import { makeClient } from '#db/database.ts'
import type { Session, TestApi } from './api.ts'

export interface SettledCall {
  /** When it was answered. */
  readonly at: string
  /** As sent to the gateway. */
  readonly number: string
  readonly ms: number
  readonly amount: number
}

/** As the engine writes them, without the columns that no reconciliation reads. */
export async function insertSettledCalls(
  { url }: Pick<TestApi, 'url'>,
  settlement_id: number,
  calls: readonly SettledCall[],
): Promise<void> {
  const client = makeClient(url, 'test')
  await client.connect()
  try {
    for (const [n, { at, number, ms, amount }] of calls.entries()) {
      await client.query(`select make_partition('call_record', $1)`, [at])
      const ended_at = new Date(Date.parse(at) + ms).toISOString()
      const called = number.replace(/\D/g, '').replace(/^00/, '')
      await client.query(
        `insert into call_record (started_at, answered_at, ended_at, call_id, account_id,
          settlement_id, buy_amount, duration_ms, attempt_no, is_last, client_type, status,
          buy_currency, buy_prefix, destination, called_number, sent_number)
        values ($1, $1, $2, $3, 1, $4, $5, $6, 1, true, 'WHOLESALE', 'ANSWERED', 'USD', $7, $8, $9,
          $10)`,
        [
          ...[at, ended_at, makeCallId(Date.parse(at), 1, n), settlement_id, amount, ms],
          ...[called.slice(0, 2), called.startsWith('44') ? 'UK' : 'France', called, number],
        ],
      )
    }
  } finally {
    await client.end()
  }
}

export async function uploadCalls(
  session: Session,
  settlement_id: number,
  file: string | Buffer,
): Promise<{ status: number; data: OneReconciliation }> {
  const response = await session.send({
    method: 'POST',
    url: `/api/settlements/${settlement_id}/reconciliations?file_name=calls.csv`,
    headers: { 'content-type': 'text/csv' },
    payload: file,
  })
  return { status: response.statusCode, data: response.json().data }
}
