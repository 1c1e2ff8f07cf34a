// The end of all calls of a running product, in order.
import type pg from 'pg'
import { until } from '../sip/until.ts'

/**
 * Ends the talks as a click in the console would, and waits until no call is open; who only rings
 * gives up by himself. The engine looks for what is to be hung up every five seconds.
 */
export async function endCalls(client: pg.Client, seconds: number): Promise<void> {
  const isSilent = async () => {
    await client.query(
      `update open_call set hang_up_asked_at = now(), hang_up_asked_by = 'test'
         where state = 'ANSWERED' and hang_up_asked_at is null`,
    )
    return (await client.query('select from open_call')).rowCount === 0
  }
  await until('all calls are over', isSilent, seconds)
}
