// (p) The cost of a call in PostgreSQL: rows by table, write-ahead log, disk, statements and
// commits, for calls with one payer, three and six. Batches are written one after the other with
// the statements of the charging queue, and each has calls of every stage.
import { strict as assert } from 'node:assert'
import type pg from 'pg'
import type { Operation } from '#core/billing/operation.ts'
import { planBatch } from '#core/billing/plan-batch.ts'
import { rowsToLock } from '#core/billing/rows-to-lock.ts'
import type { Call } from '#core/call/call.ts'
import { makeCallId } from '#core/call/call-id.ts'
import { findRowsByKey, lockBatch, writeBatch } from '#db/calls/call-batch.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { withDatabase } from '../faults/test-database.ts'
import { answeredLife, unansweredLife } from './call-lives.ts'
import { connect, today } from './charging-cycles.ts'
import { formatNumber, type Line, printTable, spread } from './measure.ts'
import { LEVELS, type MoneyWorld, makeCall, makeMoneyWorld } from './money-world.ts'

type Life = (call: Call) => Operation[]

/** Calls of each stage in a batch, and how many batches are measured. */
const BATCHES = [
  { calls: 1, batches: 1000 },
  { calls: 10, batches: 300 },
  { calls: 50, batches: 100 },
] as const
/** Pages that exist, plans that are made. */
const WARM_BATCHES = 50
const CASES: readonly { readonly name: string; readonly payers: number; readonly life: Life }[] = [
  { name: 'one payer', payers: 1, life: answeredLife },
  { name: 'three payers', payers: 3, life: answeredLife },
  { name: 'six payers', payers: 6, life: answeredLife },
  { name: 'six payers, unanswered', payers: 6, life: unansweredLife },
]

/** Tables whose rows stay for months; those of traffic are condensed into sums. */
const KEPT = ['call_record', 'call_charge', 'ledger_entry', 'routing_log']

interface TableRow {
  readonly name: string
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
  readonly bytes: number
}

interface Reading {
  readonly log_bytes: number
  readonly page_images: number
  readonly commits: number
  /** The decision in the row of an open call, as it is stored. */
  readonly decided_bytes: number | null
  readonly tables: readonly TableRow[]
}

export async function measureCallCosts(): Promise<void> {
  for (const one of CASES) await withDatabase((url) => measureCase(url, one))
}

async function measureCase(url: string, { name, payers, life }: (typeof CASES)[number]) {
  const client = await connect(url)
  await findRowsByKey(client)
  await makePartitions(client, Date.now(), 2)
  const calls = new CallsInStages(client, await makeMoneyWorld(client, LEVELS.slice(-payers)), life)
  const lines: Line[] = []
  for (const { calls: at_once, batches } of BATCHES) {
    await calls.run(at_once, WARM_BATCHES)
    const before = await read(client)
    const counts = await calls.run(at_once, batches)
    const after = await read(client)
    const per_call = 1 / (at_once * batches)
    const figure = (from: number, to: number, digits = 0) =>
      formatNumber((to - from) * per_call, digits)
    const is_last = at_once === BATCHES.at(-1)?.calls
    const size = formatNumber(counts.operations / batches)
    const where = `${at_once} begun, ${size} operations a batch`
    lines.push(
      [`${where}: log bytes a call`, figure(before.log_bytes, after.log_bytes)],
      ['  full pages of these', figure(before.page_images, after.page_images, 2)],
      ['  statements a batch and a call', statementsOf(counts.statements, batches, per_call)],
      ['  commits a call', figure(before.commits, after.commits, 2)],
      ['  ms a batch', spread(counts.ms, 1)],
      ...(is_last ? linesOfTables(before, after, per_call) : []),
    )
  }
  assert.deepEqual(await findBreaches(client), [], 'the books are right')
  await client.end()
  printTable(`(p) A call with ${name}`, lines)
}

const statementsOf = (statements: number, batches: number, per_call: number): string =>
  `${formatNumber(statements / batches, 1)}, ${formatNumber(statements * per_call, 1)}`

function linesOfTables(before: Reading, after: Reading, per_call: number): Line[] {
  let kept = 0
  const lines = after.tables.flatMap((now): Line[] => {
    const then = before.tables.find(({ name }) => name === now.name)
    const grown = (key: 'inserted' | 'updated' | 'deleted' | 'bytes') =>
      (now[key] - (then?.[key] ?? 0)) * per_call
    const rows = [grown('inserted'), grown('updated'), grown('deleted')]
    if (rows.every((count) => count < 0.001)) return []
    if (KEPT.includes(now.name)) kept += grown('bytes')
    const shown = rows.map((count) => formatNumber(count, 2)).join(', ')
    return [[`  ${now.name}: inserted, updated, deleted; bytes`, `${shown}; ${bytes(grown)}`]]
  })
  return [
    ...lines,
    ['  bytes of the decision of an open call', formatNumber(after.decided_bytes ?? 0)],
    [`  bytes on disk of ${KEPT.join(', ')}`, formatNumber(kept)],
  ]
}

const bytes = (grown: (key: 'bytes') => number): string => formatNumber(grown('bytes'))

/** Every batch begins calls, and lets each of those before it take its next step. */
class CallsInStages {
  readonly #client: pg.Client
  readonly #world: MoneyWorld
  readonly #life: Life
  #lives: Operation[][] = []
  #nth = 0
  #statements = 0

  constructor(client: pg.Client, world: MoneyWorld, life: Life) {
    this.#client = client
    this.#world = world
    this.#life = life
    this.#count()
  }

  /** Statements, with `begin` and `commit`. */
  #count(): void {
    const client = this.#client
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      this.#statements += 1
      return query(...args)
    }) as typeof client.query
  }

  async run(at_once: number, batches: number) {
    const ms: number[] = []
    const statements_before = this.#statements
    let operations = 0
    for (let batch = 0; batch < batches; batch++) {
      for (let at = 0; at < at_once; at++) this.#lives.push(this.#life(this.#next()))
      const next = this.#lives.map((life) => life.shift()!)
      this.#lives = this.#lives.filter((life) => life.length > 0)
      const begun = performance.now()
      await this.#write(next)
      ms.push(performance.now() - begun)
      operations += next.length
    }
    return { operations, statements: this.#statements - statements_before, ms }
  }

  #next(): Call {
    this.#nth += 1
    return makeCall(this.#world, makeCallId(Date.now(), 1, this.#nth), this.#nth)
  }

  async #write(operations: readonly Operation[]): Promise<void> {
    const locked = await lockBatch(this.#client, rowsToLock(operations))
    const { changes } = planBatch(operations, locked, today())
    await writeBatch(this.#client, changes)
  }
}

async function read(client: pg.Client): Promise<Reading> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows: tables } = await client.query<TableRow>(
    `select coalesce(p.relname, t.relname) as name, sum(n_tup_ins)::float8 as inserted,
      sum(n_tup_upd)::float8 as updated, sum(n_tup_del)::float8 as deleted,
      sum(pg_total_relation_size(t.relid))::float8 as bytes
    from pg_stat_user_tables t left join pg_inherits i on i.inhrelid = t.relid
      left join pg_class p on p.oid = i.inhparent
    group by 1 order by 1`,
  )
  const { rows } = await client.query<Omit<Reading, 'tables'>>(
    `select (pg_current_wal_lsn() - '0/0')::float8 as log_bytes, wal_fpi::float8 as page_images,
      xact_commit::float8 as commits,
      (select avg(pg_column_size(decided))::float8 from open_call) as decided_bytes
    from pg_stat_wal, pg_stat_database where datname = current_database()`,
  )
  assert(rows[0], 'PostgreSQL counts')
  return { ...rows[0], tables }
}
