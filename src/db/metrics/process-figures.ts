// Processes of which each node has one, by the figures that they write.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { type Scope, seesEverything } from '../scope.ts'

type ProcessFigures<Name extends string> = {
  readonly node_id: number
  readonly node_name: string
  readonly is_running: boolean
} & Readonly<Record<Name, number | null>>

const figure = (metric: string): RawBuilder<number | null> =>
  sql`(select (f #>> '{values,0,value}')::float8
    from jsonb_array_elements(p.families) f where f ->> 'name' = ${metric})`

/**
 * The process of each node, with the values of these metrics since its start; null while it does
 * not run. It repeats its figures every five seconds.
 */
export async function listProcessFigures<Name extends string>(
  database: Database,
  scope: Scope,
  process: string,
  metrics: Readonly<Record<Name, string>>,
): Promise<ProcessFigures<Name>[]> {
  const columns = Object.entries<string>(metrics).map(
    ([name, metric]) => sql`${figure(metric)} as ${sql.ref(name)}`,
  )
  const { rows } = await sql<ProcessFigures<Name>>`
    select n.id as node_id, n.name as node_name, p.families is not null as is_running,
      ${sql.join(columns)}
    from node n left join process_metrics p on p.node_id = n.id
      and p.process = ${process} and p.written_at > now() - interval '30 seconds'
    where n.removed_at is null and n.joined_at is not null and ${seesEverything(scope)}
    order by n.id`.execute(database)
  return rows
}
