import { z } from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/tariffs/markups.ts'
import { convertMoney, type Fx } from '#core/money.ts'
import { MARKUP_DEPTH_MAX } from '#core/tariff/markup-state.ts'
import { lockRow } from '#db/crud.ts'
import { asSqlConnection, type Database, type Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { countMarkupChanges } from '#db/tariffs/markup-preview.ts'
import type { MarkupExchange } from '#db/tariffs/markup-sql.ts'
import { exchangeOf } from '#db/tariffs/markup-work.ts'
import {
  countAbove,
  countMarkupRates,
  deleteMarkup,
  findExchange,
  findMarkup,
  findMarkupFault,
  followTariff,
  hasMarkup,
  insertMarkup,
  isImporting,
  listBelow,
  listMarkupExamples,
  lockChains,
  type MarkupAsked,
  updateMarkup,
} from '#db/tariffs/markups.ts'
import { findTariff, insertTariff } from '#db/tariffs/tariffs.ts'
import { lockVisibleTariff } from '#db/tariffs/visible-tariffs.ts'
import { countMarkupBelowCost, refuseMarkupBelowCost } from '../checks/below-cost.ts'
import { refuseHiddenKind } from '../checks/hidden-kinds.ts'
import { refuseMoreRates, refuseMoreTariffs } from '../checks/reseller-limits.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'

const entity = 'tariff_markup'
const form = contract.markupForm
const copied = contract.tariffCopyForm.extend({ copied_from: z.string() })
const CHARGE_MAX = 100_000_000_000

type Tariff = NonNullable<Awaited<ReturnType<typeof findTariff>>>
type CopyForm = Omit<BodyOf<typeof contract.copyTariff>, 'name' | 'kind'>

/** The exchange rate that was typed, or that of the settings. */
async function exchangeFor(
  database: Database,
  parent: Tariff,
  { currency, exchange, follows }: CopyForm,
): Promise<MarkupExchange> {
  if (exchange !== null && follows) {
    throw badField('exchange', 'A tariff that follows uses the exchange rates of the settings.')
  }
  if (exchange !== null && currency === parent.currency) {
    throw badField('exchange', 'Both tariffs have the same currency.')
  }
  const by_settings = await findExchange(database, parent.currency, currency)
  if (by_settings === null && currency !== parent.currency) {
    throw badField('currency', 'This currency does not exist.')
  }
  return exchange === null ? by_settings : exchangeOf(exchange, null, null)
}

async function askedOf(database: Database, parent: Tariff, body: CopyForm): Promise<MarkupAsked> {
  const { rules, decimals, rounding_mode, follows, has_past } = body
  return {
    parent_id: parent.id,
    exchange: await exchangeFor(database, parent, body),
    has_past: has_past || follows,
    rules,
    decimals,
    rounding_mode,
  }
}

/** The tariff's defaults for its rates, in the new currency. */
function defaultsOf(parent: Tariff, exchange: MarkupExchange) {
  const { id: _, version: _version, created_at, updated_at, ...rest } = parent
  const { rates_count, used_by_count, markup_state, is_own, ...values } = rest
  const connect_fee = exchange
    ? convertMoney(values.connect_fee, exchange.from_fx, exchange.to_fx)
    : values.connect_fee
  if (connect_fee > CHARGE_MAX) throw badField('currency', 'The connect fee would be too high.')
  return { ...values, connect_fee, notes: '', status: 'active' as const }
}

async function refuseLongChain(tx: Tx, parent_id: number): Promise<void> {
  if ((await countAbove(tx, parent_id)) + 1 <= MARKUP_DEPTH_MAX) return
  throw badField('follows', `At most ${MARKUP_DEPTH_MAX} tariffs follow one another.`)
}

const read = async (database: Database, scope: Scope, tariff_id: number) =>
  found(await findMarkup(database, scope, tariff_id))

/** Locked against changes of the tariff and of its rates. */
async function lockMarkup(tx: Tx, scope: Scope, tariff_id: number) {
  found(await lockRow(tx, scope, 'tariff', tariff_id, 'update'))
  const markup = await read(tx, scope, tariff_id)
  if (markup.follows) return markup
  throw new Problem('in-use', { message: 'Its rates are being copied.' })
}

type FollowForm = BodyOf<typeof contract.followTariff>

/** The tariff to follow, which the caller must see. */
async function parentOf(database: Database, scope: Scope, parent_id: number): Promise<Tariff> {
  const parent = await findTariff(database, scope, parent_id)
  if (parent) return parent
  throw badField('parent_id', 'This tariff does not exist.')
}

async function askedToFollow(
  database: Database,
  tariff: Tariff,
  parent: Tariff,
  { parent_id, ...markup }: FollowForm,
): Promise<MarkupAsked> {
  const exchange = await findExchange(database, parent.currency, tariff.currency)
  return { parent_id, exchange, has_past: true, ...markup }
}

async function refuseCircle(tx: Tx, tariff_id: number, parent_id: number): Promise<void> {
  const below = await listBelow(tx, tariff_id)
  if (parent_id === tariff_id || below.some(({ id }) => id === parent_id)) {
    throw badField('parent_id', 'It follows this tariff, or is this tariff.')
  }
  const depth = Math.max(0, ...below.map((one) => one.depth))
  if ((await countAbove(tx, parent_id)) + 1 + depth <= MARKUP_DEPTH_MAX) return
  throw badField('parent_id', `At most ${MARKUP_DEPTH_MAX} tariffs follow one another.`)
}

/** Locked against changes of the tariff and of its rates. */
async function lockToFollow(tx: Tx, scope: Scope, tariff_id: number): Promise<Tariff> {
  await lockChains(tx)
  const tariff = found(await findTariff(tx, scope, tariff_id))
  found(await lockRow(tx, scope, 'tariff', tariff_id, 'update'))
  if (await isImporting(tx, tariff_id)) {
    throw new Problem('in-use', { message: 'A rate import of it is in progress.' })
  }
  // A tariff that follows one that the caller may not see is not visible to the caller.
  if (await hasMarkup(tx, tariff_id)) await lockMarkup(tx, scope, tariff_id)
  return tariff
}

export const markups: HandlersOf<typeof contract> = {
  async previewTariffCopy({ database, caller, params, body }) {
    const { scope } = caller
    const { currency } = body
    const parent = found(await findTariff(database, scope, params.id))
    const asked = await askedOf(database, parent, body)
    const connection = asSqlConnection(database)
    const problem = await findMarkupFault(connection, asked)
    const examples = problem ? [] : await listMarkupExamples(connection, asked)
    const counts = new Map(examples.map((one) => [one.rule_prefix, one.rates_count]))
    const rates_count = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const below_cost_count = problem
      ? 0
      : await countMarkupBelowCost(database, scope, { asked, currency })
    return { rates_count, problem, below_cost_count, examples }
  },

  copyTariff: ({ database, params, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const parent = found(await findTariff(tx, scope, params.id))
      // Changes of its rates that are under way end first: later ones know of the follower.
      await lockVisibleTariff(tx, scope, parent.id)
      refuseHiddenKind(actor.caller, body.kind)
      await refuseMoreTariffs(tx, scope)
      if (body.follows) await refuseLongChain(tx, parent.id)
      const asked = await askedOf(tx, parent, body)
      const fault = await findMarkupFault(asSqlConnection(tx), asked)
      if (fault) throw badField('rules', fault)
      const { name, kind, currency, rules, decimals, rounding_mode, follows, has_past } = body
      const values = { ...defaultsOf(parent, asked.exchange), name, kind, currency }
      const id = await insertTariff(tx, scope, values)
      await refuseMoreRates(tx, id, await countMarkupRates(asSqlConnection(tx), asked))
      await refuseMarkupBelowCost(tx, id, { asked, currency })
      const typed_fx = body.exchange satisfies Fx | null
      await insertMarkup(tx, {
        tariff_id: id,
        parent_id: parent.id,
        ...{ rules, decimals, rounding_mode, follows, has_past, typed_fx },
      })
      await publishChange(
        tx,
        actor,
        {
          entity: 'tariff',
          id,
          name,
          form: copied,
          after: { ...body, copied_from: parent.name },
        },
        { changed: 'tariff', tariff_id: id },
      )
      return found(await findTariff(tx, scope, id))
    }),

  getMarkup: ({ database, caller, params }) => read(database, caller.scope, params.id),

  updateMarkup: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const before = await lockMarkup(tx, scope, id)
      const { version, ...values } = body
      const { parent_id, parent_currency, currency } = before
      const exchange = await findExchange(tx, parent_currency, currency)
      const asked = { parent_id, exchange, has_past: true, ...values }
      const fault = await findMarkupFault(asSqlConnection(tx), asked)
      if (fault) throw badField('rules', fault)
      await refuseMarkupBelowCost(tx, id, { asked, currency })
      if (!(await updateMarkup(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(
        tx,
        actor,
        { entity, id, name: before.tariff_name, form, before, after: values },
        { changed: 'tariff', tariff_id: id },
      )
      return read(tx, scope, id)
    }),

  previewMarkup: ({ database, caller: { scope }, params: { id }, body }) =>
    database.transaction().execute(async (tx) => {
      const tariff = found(await findTariff(tx, scope, id))
      const parent = await parentOf(tx, scope, body.parent_id)
      await refuseCircle(tx, id, parent.id)
      const asked = await askedToFollow(tx, tariff, parent, body)
      const connection = asSqlConnection(tx)
      const problem = await findMarkupFault(connection, asked)
      return { problem, ...(await countMarkupChanges(connection, id, asked)) }
    }),

  followTariff: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const tariff = await lockToFollow(tx, scope, id)
      const parent = await parentOf(tx, scope, body.parent_id)
      // Changes of its rates that are under way end first: later ones know of the follower.
      await lockVisibleTariff(tx, scope, parent.id)
      await refuseCircle(tx, id, parent.id)
      const asked = await askedToFollow(tx, tariff, parent, body)
      const fault = await findMarkupFault(asSqlConnection(tx), asked)
      if (fault) throw badField('rules', fault)
      await refuseMoreRates(tx, id, parent.rates_count - tariff.rates_count)
      await refuseMarkupBelowCost(tx, id, { asked, currency: tariff.currency })
      const before = await findMarkup(tx, scope, id)
      await followTariff(tx, { tariff_id: id, ...body })
      await publishChange(
        tx,
        actor,
        {
          entity,
          id,
          name: tariff.name,
          form: contract.followForm,
          ...(before && { before }),
          after: body,
        },
        { changed: 'tariff', tariff_id: id },
      )
      return read(tx, scope, id)
    }),

  deleteMarkup: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = await lockMarkup(tx, actor.caller.scope, id)
      await deleteMarkup(tx, id)
      await publishChange(
        tx,
        actor,
        { entity, id, name: before.tariff_name, form, before },
        { changed: 'tariff', tariff_id: id },
      )
    }),
}
