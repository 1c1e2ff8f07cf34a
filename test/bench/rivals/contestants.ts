// The product and its rivals under one interface: their processes, their money, and what their
// books must say when all calls are over.

import type pg from 'pg'
import { isSoon } from '../../sip/until.ts'
import { HTTP_PORT } from '../free-ports.ts'
import { type Product, type Switch, startProduct } from '../switches.ts'
import { FUNCTION, POOL, type Rival, ROUTER, startRival } from './start-rival.ts'

const BOOKS_SECONDS = 20
/** As many as each rival has. */
const PREFIXES = 10_000

export interface Contestant extends Switch {
  readonly name: string
  parts(): Promise<Readonly<Record<string, number[]>>>
  /** Answered calls that are settled. */
  settled(): Promise<number>
  /** The client's balance, in millionths. */
  money(): Promise<number>
  addMoney(amount: number): Promise<void>
  /** Faults of the books, when all calls are over and settled; the product's throw. */
  findFaults(): Promise<string[]>
}

async function numberOf(
  database: pg.Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { rows } = await database.query<{ n: string }>(sql, [...values])
  return Number(rows[0]?.n)
}

export async function startOurs(): Promise<Contestant> {
  const product: Product = await startProduct(HTTP_PORT, { prefixes: PREFIXES })
  const { database, client_id } = product
  return {
    ...product,
    name: 'product',
    async findFaults() {
      await product.checkBooks()
      return []
    },
    settled: () =>
      numberOf(database, 'select count(*) as n from call_record where answered_at is not null'),
    money: () =>
      numberOf(database, 'select balance as n from account_balance where account_id = $1', [
        client_id,
      ]),
    async addMoney(amount) {
      await database.query(
        'update account_balance set balance = balance + $1 where account_id = $2',
        [amount, client_id],
      )
    },
  }
}

interface RivalBooks {
  readonly settled: string
  /** Each counts what must not be there. */
  readonly breaches: Readonly<Record<string, string>>
}

const ROUTER_BOOKS: RivalBooks = {
  settled: 'select sum(calls) as n from account',
  breaches: {
    'records more or less than debits': `
      select abs((select count(*) from acc_cdrs) - (select sum(calls) from account)) as n`,
  },
}

const FUNCTION_BOOKS: RivalBooks = {
  settled: 'select count(*) as n from call_record where seconds > 0',
  breaches: {
    'accounts that differ from the sum of their ledger and holds': `
      with paid as (
        select account, amount from ledger
        union all
        select p.id, -cost(p.price, hold.seconds)
        from hold cross join unnest(hold.payers, hold.prices) p (id, price)
      )
      select count(*) as n from account
      where balance <> opening
        + (select coalesce(sum(amount), 0) from paid where paid.account = account.id)`,
    'entries more or less than six for each answered call': `
      select abs((select count(*) from ledger)
        - 6 * (select count(*) from call_record where seconds > 0)) as n`,
  },
}

export const startRouter = (): Promise<Contestant> => startWithBooks(ROUTER, ROUTER_BOOKS)
export const startPool = (): Promise<Contestant> => startWithBooks(POOL, ROUTER_BOOKS)
export const startFunction = (): Promise<Contestant> => startWithBooks(FUNCTION, FUNCTION_BOOKS)

async function startWithBooks(kind: typeof ROUTER, books: RivalBooks): Promise<Contestant> {
  const rival: Rival = await startRival(kind)
  const { database } = rival
  return {
    ...rival,
    settled: () => numberOf(database, books.settled),
    money: () => numberOf(database, `select balance as n from account where name = 'client'`),
    async addMoney(amount) {
      await database.query(`update account set balance = balance + $1 where name = 'client'`, [
        amount,
      ])
    },
    async findFaults() {
      const faults: string[] = []
      for (const [fault, sql] of Object.entries(books.breaches)) {
        // Rows of asynchronous workers come a moment later.
        const isRight = async () => (await numberOf(database, sql)) === 0
        if (!(await isSoon(isRight, BOOKS_SECONDS))) {
          faults.push(`${await numberOf(database, sql)} ${fault}`)
        }
      }
      return faults
    },
  }
}
