// Carries changes of the console to the engine and the supervisor. A signal names what changed,
// never the value; the number in the table counts, because a notification can be lost (ADR-0005).
import { sql } from 'kysely'
import type pg from 'pg'
import { asSqlConnection, type Database, makeClient, type SqlConnection } from './database.ts'

const CHANNEL = 'softswitch'

export type Signal =
  | { changed: 'routing' }
  | { changed: 'setting' }
  | { changed: 'code_deck' }
  | { changed: 'tariff'; tariff_id: number }
  /** The balance, the debt or the spend limits of an account. */
  | { changed: 'money'; account_id: number }
  | { changed: 'hang_up' }
  | { changed: 'registrations' }
  | { changed: 'bans' }
  | { changed: 'firewall' }
  | { changed: 're_rating' }
  /** A draft without lines. */
  | { changed: 'invoice' }
  /** One without rates. */
  | { changed: 'price_notification' }
  | { changed: 'file_reading' }
  | { changed: 'partition_removal' }
  | { changed: 'recall' }
  | { changed: 'erasure' }
  | { changed: 'rate_import' }
  | { changed: 'reconciliation' }
  | { changed: 'record_feed' }
  | { changed: 'alarms' }
  | { changed: 'notifications' }
  | { changed: 'machine_tasks' }
  | { changed: 'sip_ports' }
  /** A job that is to run at once. */
  | { changed: 'job'; name: string }

/** The subjects that have a number in `change_number`. */
const NUMBERED = ['setting', 'routing', 'code_deck'] as const
const isNumbered = ({ changed }: Signal): boolean => NUMBERED.some((one) => one === changed)

/** Counts the change and sends a notification, if and only if the transaction commits. */
export const sendSignal = (tx: Database, signal: Signal): Promise<void> =>
  signalOver(asSqlConnection(tx), signal)

/** The same over a connection for plain SQL. */
export async function signalOver(connection: SqlConnection, signal: Signal): Promise<void> {
  if (signal.changed === 'tariff') {
    await connection.query('update tariff set rates_version = rates_version + 1 where id = $1', [
      signal.tariff_id,
    ])
  } else if (isNumbered(signal)) {
    // Other changes have rows of their own, which are read periodically.
    await connection.query('update change_number set number = number + 1 where subject = $1', [
      signal.changed,
    ])
  }
  await connection.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(signal)])
}

/** Has the engines load their whole configuration and all tariffs again. */
export async function reloadEverything(tx: Database): Promise<void> {
  await sql`update tariff set rates_version = rates_version + 1
    where deleted_at is null`.execute(tx)
  for (const changed of NUMBERED) await sendSignal(tx, { changed })
}

/**
 * Calls `onSignal` for each signal and `onConnected` after each (re)connect, when everything must
 * be loaded again because signals may have been missed. Answers a function that stops listening.
 */
export async function listenForSignals(
  url: string,
  name: string,
  onSignal: (signal: Signal) => void,
  onConnected: () => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = makeClient(url, `${name} signals`)
    client = next
    next.on('notification', (message) => {
      if (message.payload) onSignal(JSON.parse(message.payload) as Signal)
    })
    next.on('error', () => {})
    next.on('end', () => {
      if (!stopped) retry = setTimeout(() => void connect(), 1000)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      onConnected()
    } catch {
      // 'end' follows and tries again; the polling of change numbers covers the time until then.
      await next.end().catch(() => {})
    }
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end()
  }
}
