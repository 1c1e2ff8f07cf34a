import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/re-ratings/re-ratings.ts'
import type { ReRatingState } from '#core/billing/re-rate-call.ts'
import { asSqlConnection, type Database, type Tx } from '#db/database.ts'
import { holdMaskedDays } from '#db/partitions/number-masking.ts'
import { findPaymentParty } from '#db/payments/payments.ts'
import {
  deleteReRating,
  findReRating,
  insertReRating,
  listReRatingChanges,
  listReRatings,
  listReRatingTotals,
  lockReRating,
  setReRatingState,
  startApplying,
} from '#db/re-ratings/re-ratings.ts'
import { sendSignal } from '#db/signals.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { type Actor, noteActivity, noteChange, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'

const entity = 're_rating'
const form = contract.reRatingForm

export const reRatings: HandlersOf<typeof contract> = {
  listReRatings: ({ database, caller, query }) => listReRatings(database, caller.scope, query),

  async getReRating({ database, caller, params }) {
    return found(await findReRating(database, caller.scope, params.id))
  },

  createReRating({ database, body, clock, ...actor }) {
    if (Date.parse(body.until_at) <= Date.parse(body.from_at)) {
      throw badField('until_at', 'Must be after the start.')
    }
    if (Date.parse(body.from_at) >= clock.now_ms()) {
      throw badField('from_at', 'Only ended calls can be re-rated.')
    }
    return database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      await refuseMaskedCalls(tx, body)
      await refuseUnfit(tx, actor, body)
      const id = await insertReRating(tx, { ...body, created_by: user_id })
      await publishChange(
        tx,
        actor,
        { entity, id, name: body.reason, form, after: body },
        { changed: 're_rating' },
      )
      return found(await findReRating(tx, scope, id))
    })
  },

  async listReRatingTotals({ database, caller, params, query }) {
    found(await findReRating(database, caller.scope, params.id))
    return listReRatingTotals(database, caller.scope, params.id, query)
  },

  async listReRatingChanges({ database, caller, params, query }) {
    found(await findReRating(database, caller.scope, params.id))
    return listReRatingChanges(database, caller.scope, params.id, query)
  },

  applyReRating: ({ database, params: { id }, ...actor }) =>
    transition(database, actor, id, 'APPLYING', async (tx, state) => {
      const { changes_count, problems_count, applied_count } = await read(tx, actor, id)
      if (state === 'PREVIEWING' || state === 'APPLYING') throw busy(state)
      if (state === 'FAILED' && applied_count === 0 && changes_count === 0) {
        throw new Problem('in-use', {
          message: 'The preview failed. Delete it and start again.',
        })
      }
      if (changes_count === 0 || (state === 'APPLIED' && problems_count === 0)) {
        throw new Problem('in-use', { message: 'There are no changes to apply.' })
      }
      await startApplying(tx, id, actor.caller.user_id)
      await sendSignal(tx, { changed: 're_rating' })
    }),

  stopReRating: ({ database, params: { id }, ...actor }) =>
    transition(database, actor, id, 'PREVIEWED', async (tx, state) => {
      if (state !== 'APPLYING') {
        throw new Problem('in-use', { message: 'It is not being applied.' })
      }
      await setReRatingState(tx, id, 'PREVIEWED')
    }),

  deleteReRating: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const state = found(await lockReRating(tx, id))
      const before = await read(tx, actor, id)
      if (state === 'APPLYING') throw busy(state)
      if (before.applied_count > 0) {
        const message = 'It has changed charges and is kept as their record.'
        throw new Problem('in-use', { message })
      }
      await deleteReRating(tx, id)
      await noteChange(tx, actor, { entity, id, name: before.reason, form, before })
    }),
}

const read = async (tx: Tx, { caller }: Actor, id: number) =>
  found(await findReRating(tx, caller.scope, id))

const busy = (state: ReRatingState): Problem =>
  new Problem('in-use', {
    message: state === 'APPLYING' ? 'It is being applied.' : 'Its preview is not ready yet.',
  })

/** Which tariffs price the calls of an account. */
const TARIFF_KINDS = {
  WHOLESALE: 'SELL',
  RETAIL: 'SELL',
  RESELLER: 'RESELLER_COST',
  SETTLEMENT: 'BUY',
  OPERATOR: null,
} as const

/** Rates are found by whole numbers. */
async function refuseMaskedCalls(tx: Tx, { from_at }: { readonly from_at: string }): Promise<void> {
  const masked = await holdMaskedDays(asSqlConnection(tx))
  if (masked === null || Date.parse(from_at) >= Date.parse(masked)) return
  const message = `Numbers of calls before ${masked.slice(0, 10)} UTC are masked: begin after them.`
  throw badField('from_at', message)
}

/** Named accounts and tariffs must exist, and the new tariff must be one for those who pay it. */
async function refuseUnfit(
  tx: Tx,
  { caller: { scope } }: Actor,
  body: BodyOf<typeof contract.createReRating>,
): Promise<void> {
  const { account_id, tariff_id, new_tariff_id } = body
  const account = account_id === null ? undefined : await findPaymentParty(tx, scope, account_id)
  if (account_id !== null && !account) throw badField('account_id', 'This account does not exist.')
  const tariff = tariff_id === null ? undefined : await findTariff(tx, scope, tariff_id)
  if (tariff_id !== null && !tariff) throw badField('tariff_id', 'This tariff does not exist.')
  if (new_tariff_id === null) return
  const next = await findTariff(tx, scope, new_tariff_id)
  if (!next) throw badField('new_tariff_id', 'This tariff does not exist.')
  if (!account && !tariff) {
    throw badField('new_tariff_id', 'Select an account or a tariff.')
  }
  const kinds = [account && TARIFF_KINDS[account.kind], tariff?.kind]
  if (kinds.some((kind) => kind !== undefined && kind !== next.kind)) {
    throw badField('new_tariff_id', 'This tariff is not for these accounts.')
  }
}

/** Changes its state by `work`, and writes down who did. */
function transition(
  database: Database,
  actor: Actor,
  id: number,
  to: ReRatingState,
  work: (tx: Tx, state: ReRatingState) => Promise<void>,
) {
  return database.transaction().execute(async (tx) => {
    const state = found(await lockReRating(tx, id))
    // First: a refusal by its state would reveal a re-rating that the user does not see.
    await read(tx, actor, id)
    await work(tx, state)
    const after = await read(tx, actor, id)
    await noteActivity(tx, actor, {
      action: 'EXECUTE',
      entity,
      entity_id: String(id),
      entity_name: after.reason,
      changes: { state: [state, to] },
    })
    return after
  })
}
