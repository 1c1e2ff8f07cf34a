// What the processes of the switch say of themselves.
import { type Selectable, sql } from 'kysely'
import type { Database } from './database.ts'
import type { ProcessStateTable } from './tables.ts'

export interface ProcessState {
  readonly name: string
  readonly state: Selectable<ProcessStateTable>['state']
  readonly detail: string
  readonly seen_at: string
}

/** By name; one that has not been seen for a while says nothing any more, so it counts as stopped. */
export async function listProcessStates(database: Database): Promise<ProcessState[]> {
  const { rows } = await sql<ProcessState>`
    select name, case when seen_at < now() - interval '15 seconds' then 'stopped' else state end
      as state, detail, seen_at
    from process_state order by name`.execute(database)
  return rows
}
