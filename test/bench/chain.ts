// Resellers on all five levels above a client, so that six pay for each of its calls.
import type pg from 'pg'

const LEVELS = 5
/** Hundred-millionths a minute; the client of the small carrier pays three times as much. */
const TOP_RATE = 1_500_000
const LEVEL_RATE = 200_000

/** Puts the client under a chain of its own, with money for any number of calls. */
export async function putUnderResellers(
  client: pg.Client,
  client_id: number,
  balance: number,
): Promise<void> {
  let parent_id = 1
  for (let level = 1; level <= LEVELS; level++) {
    const tariff_id = await insertTariff(client, level)
    const { rows } = await client.query<{ id: number }>(
      `insert into account (kind, parent_id, name, tariff_id)
       values ('RESELLER', $1, $2, $3) returning id`,
      [parent_id, `Reseller of level ${level}`, tariff_id],
    )
    parent_id = rows[0]!.id
    await client.query('insert into reseller (account_id, level) values ($1, $2)', [
      parent_id,
      level,
    ])
    await client.query('insert into account_balance (account_id, balance) values ($1, $2)', [
      parent_id,
      balance,
    ])
    await client.query(
      `insert into ledger_entry (account_id, counter_account_id, kind, amount, balance_after)
       values ($1, 1, 'PAYMENT', $2, $2)`,
      [parent_id, balance],
    )
  }
  await client.query('update account set parent_id = $1 where id = $2', [parent_id, client_id])
  await client.query('update change_number set number = number + 1')
}

async function insertTariff(client: pg.Client, level: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into tariff (owner_id, name, kind, first_increment, next_increment)
     values (1, $1, 'RESELLER_COST', 1, 1) returning id`,
    [`Cost of level ${level}`],
  )
  const { id } = rows[0]!
  await client.query(
    'insert into tariff_rate (tariff_id, prefix, destination, rate) values ($1, $2, $3, $4)',
    [id, '44', 'United Kingdom', TOP_RATE + (level - 1) * LEVEL_RATE],
  )
  return id
}
