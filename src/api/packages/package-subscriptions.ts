import * as contract from '#contract/packages/package-subscriptions.ts'
import type { PauseReason } from '#core/account/package.ts'
import {
  lapsedSeconds,
  packageIncome,
  periodAt,
  whyNotBought,
} from '#core/account/package-period.ts'
import { lockBalances } from '#db/accounts/balances.ts'
import {
  buyPeriod,
  endSubscription,
  findBuyer,
  findPackageSubscription,
  findSellerId,
  insertSubscription,
  lapse,
  listPackageSubscriptions,
  lockOffer,
  lockSubscription,
} from '#db/packages/package-subscriptions.ts'
import { publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'

const entity = 'package_subscription'
const form = contract.packageSubscriptionForm

/** Why a client cannot have a package, beside the field that it is about. */
function refusalOf(reason: PauseReason): Problem {
  switch (reason) {
    case 'BALANCE_LOW': {
      const message = 'The available balance does not cover the first period.'
      return new Problem('not-enough-money', { message, fields: { package_id: message } })
    }
    case 'PACKAGE_BLOCKED':
      return badField('package_id', 'This package is blocked.')
    case 'CURRENCY_DIFFERS':
      return badField('package_id', 'The client has a different currency.')
    case 'CLIENT_NOT_ACTIVE':
      return badField('account_id', 'The client is not active.')
    case 'PARENT_DIFFERS':
      return badField('package_id', 'This package does not exist.')
  }
}

export const packageSubscriptions: HandlersOf<typeof contract> = {
  listPackageSubscriptions: ({ database, caller, query }) =>
    listPackageSubscriptions(database, caller.scope, query),

  createPackageSubscription: ({ database, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { account_id, package_id } = body
      const seller_id = await findSellerId(tx, scope, package_id)
      // The balances before everything else, as calls and renewals lock them.
      await lockBalances(tx, seller_id === undefined ? [account_id] : [account_id, seller_id])
      const buyer = await findBuyer(tx, scope, account_id)
      if (!buyer) throw badField('account_id', 'This client does not exist.')
      const offer = await lockOffer(tx, scope, package_id)
      if (!offer) throw badField('package_id', 'This package does not exist.')
      const reason = whyNotBought(offer, buyer)
      if (reason) throw refusalOf(reason)
      const { starts_at, ends_at } = periodAt(offer.cycle, clock.now_ms(), clock.now_ms())
      const times = {
        anchored_at: toInstant(starts_at),
        starts_at: toInstant(starts_at),
        ends_at: ends_at === null ? null : toInstant(ends_at),
      }
      const id = await insertSubscription(tx, body, times)
      const { name, seconds, price, owner_id } = offer
      const income = packageIncome(price, buyer)
      const bought = { subscription_id: id, account_id, owner_id, name, seconds, price, income }
      await buyPeriod(tx, { ...bought, ...times })
      const called = `${name}, ${buyer.name}`
      await publishChange(tx, actor, { entity, id, name: called, form, after: body })
      return found(await findPackageSubscription(tx, scope, id))
    }),

  endPackageSubscription: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findPackageSubscription(tx, actor.caller.scope, id))
      const row = found(await lockSubscription(tx, id))
      if (row.state === 'ENDED') return
      const subscription = { ...row, anchored_at: Date.parse(row.anchored_at) }
      await lapse(tx, id, lapsedSeconds({ has_rollover: false }, subscription))
      await endSubscription(tx, id, toInstant(clock.now_ms()))
      const name = `${before.package_name}, ${before.account_name}`
      await publishChange(tx, actor, { entity, id, name, form, before })
    }),
}
