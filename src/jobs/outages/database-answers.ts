// Whether the database answers and takes changes, over a connection of its own each time: those
// that are open may hang, and others may be refused.
import { withClient } from '#db/with-client.ts'

const TIMEOUT_MS = 5000

export async function databaseAnswers(url: string): Promise<boolean> {
  try {
    return await withClient(
      url,
      'outage watch',
      async (client) => {
        const { rows } = await client.query<{ takes_changes: boolean }>(
          'select not pg_is_in_recovery() as takes_changes',
        )
        return rows[0]?.takes_changes === true
      },
      AbortSignal.timeout(TIMEOUT_MS),
    )
  } catch {
    return false
  }
}
