// The connection to PostgreSQL: one pool for the console's queries, plain
// clients for engine and signals.
import { trace } from '@opentelemetry/api'
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** Queries are built over it, at large or in a transaction. */
export type Database = Kysely<Tables>
/** A database that is a transaction: a function with this argument cannot run outside of one. */
export type Tx = Transaction<Tables>

const INT8 = 20
const INT8_ARRAY = 1016
const TEXT_ARRAY: number = 1009
const TIMESTAMPTZ = 1184
const NUMERIC = 1700

/** bigint columns become numbers; a value that a number cannot hold is a bug, not a rounding. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new Error(`${text} does not fit a number: select ids of calls as text`)
  }
  return value
}

/**
 * PostgreSQL adds up bigint as numeric, so that sums come out exact, however large. A value with a
 * fraction is not a sum, and needs a type of its own.
 */
function parseNumeric(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new Error(`${text} is no whole number: cast what is no sum`)
  return BigInt(text)
}

const parseTexts = pg.types.getTypeParser(TEXT_ARRAY, 'text') as (text: string) => string[]

/** PostgreSQL's text of a timestamptz in UTC as ISO 8601, microseconds kept. */
export function parseInstant(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11).replace(/\+00(:00)?$/, '')}Z`
}

/** The settings of every connection of ours: UTC, exact integers, instants as ISO text. */
function connectionConfig(url: string, name: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: `softswitch ${name}`,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC -c datestyle=ISO',
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
        if (oid === INT8) return parseInt8
        if (oid === INT8_ARRAY) return (text: string) => parseTexts(text).map(parseInt8)
        if (oid === NUMERIC) return parseNumeric
        if (oid === TIMESTAMPTZ) return parseInstant
        return pg.types.getTypeParser(oid, format as 'text')
      }) as typeof pg.types.getTypeParser,
    },
  }
}

/**
 * Makes the query an event of the span that is traced, if one is: its text without its values.
 * Without tracing there is none.
 */
function traceQuery({ level, query, queryDurationMillis }: LogEvent): void {
  const span = trace.getActiveSpan()
  if (!span?.isRecording()) return
  span.addEvent(level === 'error' ? 'failed query' : 'query', {
    'db.query.text': query.sql,
    'softswitch.query_ms': queryDurationMillis,
  })
}

/** A query of the console that takes longer would hurt the calls: the server ends it. */
const STATEMENT_MS = 15_000
/** A statement over very many rows sets this for itself, in a process with `LONG_STATEMENTS`. */
export const LONG_STATEMENT_MS = 110_000
/** More than the server takes to end a statement: after it the server is away. */
const SILENCE_MS = 5000

export const LONG_STATEMENTS: pg.PoolConfig = { query_timeout: LONG_STATEMENT_MS + SILENCE_MS }

export function openDatabase(
  url: string,
  name: string,
  connections = 10,
  more: pg.PoolConfig = {},
): Database {
  const pool = new pg.Pool({
    ...connectionConfig(url, name),
    query_timeout: STATEMENT_MS + SILENCE_MS,
    ...more,
    max: connections,
    statement_timeout: STATEMENT_MS,
  })
  // A connection that breaks while idle is replaced by the pool; the next query reports a real
  // outage.
  pool.on('error', () => {})
  // The pool handles errors of idle connections only; an error of one in use fails its query, and
  // without a handler it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: traceQuery })
}

/** The query builder over a pool that the caller opens and ends. */
export const overPool = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: traceQuery })

/**
 * A connection that runs plain SQL: a client, a pool that lends one, or the query builder over one.
 */
export interface SqlConnection {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/** Plain SQL where a builder of queries is at hand, in its transaction if it is one. */
export const asSqlConnection = (database: Database): SqlConnection => ({
  async query<Row>(text: string, values: unknown[] = []) {
    const { rows } = await database.executeQuery<Row>(CompiledQuery.raw(text, values))
    return { rows }
  },
})

/** The clock (epoch, ms) by which the database writes its rows: the start of the transaction. */
export async function readDatabaseMs(connection: SqlConnection): Promise<number> {
  const { rows } = await connection.query<{ now_ms: number }>(
    'select floor(extract(epoch from now()) * 1000)::bigint as now_ms',
  )
  return rows[0]?.now_ms ?? 0
}

const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A statement of the query builder for plain SQL. */
export function plainSql(statement: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = statement.compile(compiler)
  return { text, values: [...parameters] }
}

/** Connections for plain SQL, as the engine uses it beside its batches. */
export function makePool(url: string, name: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, name),
    max: connections,
    query_timeout: 5000,
  })
  pool.on('error', () => {})
  // The pool handles errors of idle connections only; an error of one in use fails its query, and
  // without a handler it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A client of its own, for pipelined work, LISTEN and COPY. The caller connects and ends it. */
export function makeClient(url: string, name: string, more: pg.ClientConfig = {}): pg.Client {
  return new pg.Client({ ...connectionConfig(url, name), ...more })
}

const DOWN_CODES =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[1-5]|25P03|53300|53100|08\w{3})$/
const DOWN_MESSAGES =
  /Connection terminated|[Tt]imeout exceeded|read timeout|Client (has encountered|was closed)/

/** True for errors that say the database itself is away or hangs, not that a query was wrong. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return DOWN_CODES.test(code) || DOWN_MESSAGES.test(error.message)
}

/** True for an error that a row has, and not the database: it would fail again. */
export const isRefusedRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/** True for a deadlock or a serialization failure: the same transaction succeeds when repeated. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^40(P01|001)$/.test(String(error.code))

export const raw = CompiledQuery.raw

/** One packet wakes the server once, where a packet for each query would wake it for each. */
export function inOnePacket<Queries>(client: pg.Client, send: () => Queries): Queries {
  const { stream } = client.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}
