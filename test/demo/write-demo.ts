// Writes the invented carrier into an empty database, with the statements that the console uses.

import { parseFx } from '#core/money.ts'
import { insertCurrency } from '#db/billing/currencies.ts'
import type { Database, Tx } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import { CLIENTS } from './clients.ts'
import { EURO, RESELLERS } from './resellers.ts'
import { SETTLEMENTS } from './suppliers.ts'
import { writeAdmins } from './write-admins.ts'
import { type Written, writeClient, writeReseller, writeSupplier } from './write-parties.ts'
import { writeTariffs } from './write-tariffs.ts'
import { type Ids, writeGateway, writePlans, writeReferred } from './write-ways.ts'

/** `password_hash` is that of all who may look into a portal. */
export async function writeDemo(
  database: Database,
  now_ms: number,
  password_hash: string,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { id: admin_id } = await tx
      .selectFrom('console_user')
      .where('type', '=', 'ADMIN')
      .select('id')
      .executeTakeFirstOrThrow()
    await insertCurrency(tx, { code: 'EUR', name: 'Euro', rate: parseFx(String(EURO))! })
    const referred = await writeReferred(tx)
    const tariffs = await writeTariffs(tx, now_ms, referred)
    const written = { admin_id, password_hash, tariffs, referred }
    const { settlements, gateways } = await writeSuppliers(tx, written)
    const plans = await writePlans(tx, gateways, referred)
    await writePayers(tx, { ...written, plans, settlements })
    await writeAdmins(tx, password_hash)
    await sendSignal(tx, { changed: 'routing' })
  })
}

async function writeSuppliers(tx: Tx, written: Written) {
  const settlements = new Map<string, number>()
  const gateways = new Map<string, number>()
  for (const settlement of SETTLEMENTS) {
    const id = await writeSupplier(tx, settlement, written)
    settlements.set(settlement.name, id)
    for (const gateway of settlement.gateways) {
      gateways.set(gateway.name, await writeGateway(tx, id, written.referred, gateway))
    }
  }
  return { settlements, gateways }
}

async function writePayers(
  tx: Tx,
  written: Written & { readonly plans: Ids; readonly settlements: Ids },
): Promise<void> {
  const resellers = new Map<string, number>()
  for (const reseller of RESELLERS) {
    const parent_id = resellers.get(reseller.above ?? '')
    resellers.set(reseller.name, await writeReseller(tx, reseller, parent_id, written))
  }
  for (const client of CLIENTS) {
    const id = await writeClient(tx, client, resellers.get(client.reseller ?? ''), written)
    const settlement = SETTLEMENTS.find(({ partner }) => partner === client.name)
    if (!settlement) continue
    await tx
      .updateTable('settlement')
      .set({ client_id: id })
      .where('account_id', '=', written.settlements.get(settlement.name)!)
      .execute()
  }
}
