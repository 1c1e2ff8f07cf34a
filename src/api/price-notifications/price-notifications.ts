import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/price-notifications/price-notifications.ts'
import type { NotificationBasis } from '#core/tariff/price-notification.ts'
import type { Database, Tx } from '#db/database.ts'
import { isPrepared } from '#db/prepared-rows.ts'
import { listPriceRows } from '#db/price-notifications/price-notification-rows.ts'
import {
  discardPriceNotification,
  hasUnpreparedNotification,
  insertPriceNotification,
} from '#db/price-notifications/price-notification-work.ts'
import {
  findLastNotification,
  findPriceNotification,
  listPriceNotifications,
  listRecipients,
  previewPriceNotification,
  readDatabaseTime,
} from '#db/price-notifications/price-notifications.ts'
import { ownerOf, type Scope } from '#db/scope.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { inUse } from '../checks/in-use.ts'
import { readIssuer } from '../documents/issuer.ts'
import { drawPrices } from '../documents/price-file.ts'
import { noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { waitForJob } from '../http/wait-for-job.ts'

const entity = 'price_notification'

async function readOne(database: Database, scope: Scope, id: number) {
  const notification = found(await findPriceNotification(database, scope, id))
  return { ...notification, recipients: await listRecipients(database, scope, id) }
}

type Form = BodyOf<typeof contract.createPriceNotification>

const NO_TIME =
  'There is no earlier notification: select a time, or switch "Full list" on for all rates.'

/**
 * The compared period: since the time that was chosen, or since the last notification. Before the
 * first one a full list has the rates in force, and the planned ones as changes of them.
 */
async function comparedOf(tx: Tx, tariff_id: number, form: Form, now_ms: number) {
  const { since, account_id, is_full } = form
  if (since !== null) {
    if (Date.parse(since) > now_ms) throw badField('since', 'Must not be in the future.')
    return { ...form, tariff_id, since }
  }
  const last = await findLastNotification(tx, tariff_id, account_id)
  if (last !== undefined) return { ...form, tariff_id, since: last }
  if (!is_full) throw badField('since', NO_TIME)
  const basis: NotificationBasis = 'EFFECTIVE'
  return { ...form, tariff_id, basis, since: await readDatabaseTime(tx) }
}

async function findSold(tx: Tx, scope: Scope, id: number) {
  const tariff = found(await findTariff(tx, scope, id))
  // Those by which the user itself is charged are announced by the account above.
  if (!tariff.is_own) throw new Problem('not-found')
  if (tariff.kind === 'BUY') throw inUse('A buy tariff has no clients.')
  return tariff
}

function refuseNobody(recipients: number, account_id: number | null): void {
  if (recipients > 0) return
  const who = account_id === null ? 'No account uses' : 'This account does not use'
  throw badField('account_id', `${who} the tariff.`)
}

const SHOWN = { rows_max: 50, recipients_max: 10 }

export const priceNotifications: HandlersOf<typeof contract> = {
  async createPriceNotification({ database, params: { tid }, body, clock, ...actor }) {
    const { scope, user_id } = actor.caller
    const made_id = await database.transaction().execute(async (tx) => {
      const tariff = await findSold(tx, scope, tid)
      if (await hasUnpreparedNotification(tx, tid)) {
        throw inUse('The last notification of this tariff is not ready yet.')
      }
      const compared = await comparedOf(tx, tid, body, clock.now_ms())
      const { logo: _, ...issuer } = await readIssuer(tx, ownerOf(scope))
      const values = { ...compared, issuer, created_by: user_id }
      const { id, recipients } = await insertPriceNotification(tx, scope, values)
      refuseNobody(recipients, body.account_id)
      await noteActivity(tx, actor, {
        action: 'CREATE',
        entity,
        entity_id: String(id),
        entity_name: `${tariff.name} for ${recipients} accounts`,
        changes: { since: [null, compared.since], basis: [null, compared.basis] },
      })
      return id
    })
    await waitForJob(() => isPrepared(database, 'price_notification', made_id))
    return readOne(database, scope, made_id)
  },

  discardPriceNotification: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { tariff_name, since } = found(await findPriceNotification(tx, actor.caller.scope, id))
      if (!(await discardPriceNotification(tx, id))) throw inUse('It is ready, and is kept.')
      await noteActivity(tx, actor, {
        action: 'DELETE',
        entity,
        entity_id: String(id),
        entity_name: tariff_name,
        changes: { since: [since, null] },
      })
    }),

  previewPriceNotification: ({ database, caller: { scope }, params: { tid }, body, clock }) =>
    database.transaction().execute(async (tx) => {
      const { currency } = await findSold(tx, scope, tid)
      const compared = await comparedOf(tx, tid, body, clock.now_ms())
      const preview = await previewPriceNotification(tx, scope, { ...compared, currency, ...SHOWN })
      refuseNobody(preview.recipients_count, body.account_id)
      return preview
    }),

  listPriceNotifications: ({ database, caller, query }) =>
    listPriceNotifications(database, caller.scope, query),

  getPriceNotification: ({ database, caller, params: { id } }) =>
    readOne(database, caller.scope, id),

  async listPriceNotificationRows({ database, caller, params: { id }, query }) {
    found(await findPriceNotification(database, caller.scope, id))
    return listPriceRows(database, id, query)
  },

  getPriceNotificationPdf: ({ caller, params, ...drawing }) =>
    drawPrices(drawing, caller.scope, params),
}
