import type * as contract from '#contract/price-notifications.ts'
import { listPriceRows } from '#db/billing/price-notification-rows.ts'
import {
  findLastNotification,
  findPriceNotification,
  insertPriceNotification,
  listPriceNotifications,
  listRecipients,
} from '#db/billing/price-notifications.ts'
import { findTariff } from '#db/billing/tariffs.ts'
import { lockRow } from '#db/crud.ts'
import type { Database, Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { inUse } from '../http/in-use.ts'
import { readIssuer } from '../http/issuer.ts'
import { PDF_ROWS_MAX } from '../http/pdf-document.ts'
import { badField, found } from '../http/problem.ts'
import { priceDocument } from './price-document.ts'

const entity = 'price_notification'

async function readOne(database: Database, scope: Scope, id: number) {
  const notification = found(await findPriceNotification(database, scope, id))
  return { ...notification, recipients: await listRecipients(database, scope, id) }
}

/** The time that was chosen, or that of the last notification. */
async function sinceOf(
  tx: Tx,
  tariff_id: number,
  { since, account_id }: { readonly since: string | null; readonly account_id: number | null },
  now_ms: number,
): Promise<string> {
  if (since !== null) {
    if (Date.parse(since) > now_ms) throw badField('since', 'Must not be in the future.')
    return since
  }
  const last = await findLastNotification(tx, tariff_id, account_id)
  if (last === undefined) throw badField('since', 'No notification yet: select a time.')
  return last
}

export const priceNotifications: HandlersOf<typeof contract> = {
  createPriceNotification: ({ database, params: { tid }, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      // Changes of rates wait, so that the next notification misses none.
      found(await lockRow(tx, scope, 'tariff', tid))
      const tariff = found(await findTariff(tx, scope, tid))
      if (tariff.kind === 'BUY') throw inUse('A buy tariff has no clients.')
      const since = await sinceOf(tx, tid, body, clock.now_ms())
      const { logo: _, ...issuer } = await readIssuer(tx)
      const values = { ...body, tariff_id: tid, since, issuer, created_by: user_id }
      const { id, recipients } = await insertPriceNotification(tx, scope, values)
      if (recipients === 0) {
        const who = body.account_id === null ? 'No account uses' : 'This account does not use'
        throw badField('account_id', `${who} the tariff.`)
      }
      await noteActivity(tx, actor, {
        action: 'CREATE',
        entity,
        entity_id: String(id),
        entity_name: `${tariff.name} for ${recipients} accounts`,
        changes: { since: [null, since], basis: [null, body.basis] },
      })
      return readOne(tx, scope, id)
    }),

  listPriceNotifications: ({ database, caller, query }) =>
    listPriceNotifications(database, caller.scope, query),

  getPriceNotification: ({ database, caller, params: { id } }) =>
    readOne(database, caller.scope, id),

  async listPriceNotificationRows({ database, caller, params: { id }, query }) {
    found(await findPriceNotification(database, caller.scope, id))
    return listPriceRows(database, id, query)
  },

  async getPriceNotificationPdf({ database, pdf, caller, params: { id, account_id } }) {
    const notification = await readOne(database, caller.scope, id)
    const recipient = found(notification.recipients.find((one) => one.account_id === account_id))
    // One more than a PDF holds, which is then refused.
    const query = { limit: PDF_ROWS_MAX + 1 }
    const [{ rows }, { logo }, settings] = await Promise.all([
      listPriceRows(database, id, query),
      readIssuer(database),
      readSettings(database),
    ])
    const document = priceDocument({ ...notification, recipient, rows }, settings)
    const bytes = await pdf.write({ ...notification.issuer, ...document, logo })
    const day = notification.created_at.slice(0, 10)
    return { name: `prices-${recipient.name}-${day}.pdf`, bytes }
  },
}
