import * as contract from '#contract/tariffs/tariff-rates.ts'
import { fiveMinutes } from '#core/tariff/five-minutes.ts'
import { rateChange, valuesInEffect } from '#core/tariff/rate-history.ts'
import { TARIFF_DEFAULTS } from '#core/tariff/rate-terms.ts'
import { isWindowOpen } from '#core/time/time-window.ts'
import { lockRow } from '#db/crud.ts'
import type { Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { findHighestCost, findOwnCosts } from '#db/tariffs/own-costs.ts'
import { type KnownRateValue, listRateValues } from '#db/tariffs/rate-history.ts'
import {
  deleteTariffRate,
  findReplacedRate,
  findTariffRate,
  findTariffRates,
  insertTariffRate,
  listTariffRates,
  updateTariffRate,
} from '#db/tariffs/tariff-rates.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { refuseBelowCost } from '../checks/below-cost.ts'
import { refuseComputedRates } from '../checks/computed-rates.ts'
import { lockReferred } from '../checks/references.ts'
import { refuseMoreRates } from '../checks/reseller-limits.ts'
import { changedMeanwhile, noteChange, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

const entity = 'tariff_rate'
const form = contract.tariffRateForm

interface Period {
  readonly effective_from: string | null
  readonly effective_until: string | null
}

/** Null begins now. A rate must begin before it ends. */
function periodOf({ effective_from, effective_until }: Period, now_ms: number) {
  const from = effective_from ?? toInstant(now_ms)
  if (effective_until && Date.parse(effective_until) <= Date.parse(from)) {
    throw badField('effective_until', 'Must be after the start.')
  }
  return { effective_from: from, effective_until }
}

const nameOf = (rate: { prefix: string; destination: string }): string =>
  `${rate.prefix || 'default'} ${rate.destination}`.trim()

/** The tariff must exist for the caller, have rates of its own, and stay while they change. */
async function lockTariff(tx: Tx, scope: Scope, tariff_id: number): Promise<void> {
  found(await findTariff(tx, scope, tariff_id))
  found(await lockRow(tx, scope, 'tariff', tariff_id, 'update'))
  await refuseComputedRates(tx, tariff_id)
}

type Row = NonNullable<Awaited<ReturnType<typeof findTariffRate>>>

/** All of them, or none where one is gone. */
async function lockRates(tx: Tx, scope: Scope, tariff_id: number, ids: readonly number[]) {
  await lockTariff(tx, scope, tariff_id)
  const rows = await findTariffRates(tx, tariff_id, ids)
  return found(rows.length === new Set(ids).size ? rows : undefined)
}

/** As the console sees it: whether a rate counts at this hour, and what it means. */
function asAnswer({ window, ...row }: Row, now_ms: number) {
  return {
    ...row,
    five_minutes: fiveMinutes(row),
    window_name: window?.name ?? null,
    window_is_open: window && isWindowOpen(window, now_ms),
  }
}

/** Oldest first. Users are visible only to admins who see everything. */
function rateHistory(values: readonly KnownRateValue[], now_ms: number, seesUsers: boolean) {
  const periods = valuesInEffect(values)
  return periods.map(({ value, from, until }, at) => {
    const before = periods[at - 1]?.value
    const { import_id, username, is_rate_change, is_computed } = value
    const byNone = is_computed ? 'MARKUP' : null
    const byUser = username === null ? byNone : 'FORM'
    const byImport = is_rate_change ? 'BULK' : 'IMPORT'
    return {
      ...value,
      from: toInstant(from),
      until: until === null ? null : toInstant(until),
      state: from > now_ms ? 'coming' : until !== null && until <= now_ms ? 'past' : 'now',
      change_percent: before ? rateChange(before.rate, value.rate) : null,
      source: import_id === null ? byUser : byImport,
      username: seesUsers ? username : null,
    } as const
  })
}

/** The values of the tariff, for fields that the rate leaves empty. */
const withInherited = (
  row: Row,
  tariff: NonNullable<Awaited<ReturnType<typeof findTariff>>>,
): Row => ({
  ...row,
  first_rate: row.first_rate ?? row.rate,
  ...Object.fromEntries(TARIFF_DEFAULTS.map((name) => [name, row[name] ?? tariff[name]])),
})

export const tariffRates: HandlersOf<typeof contract> = {
  async listTariffRates({ database, caller, params, query, clock }) {
    const tariff = found(await findTariff(database, caller.scope, params.tid))
    const { rows, page } = await listTariffRates(database, params.tid, query)
    // A file must be readable without the tariff.
    const shown = query.format ? rows.map((row) => withInherited(row, tariff)) : rows
    return { rows: shown.map((row) => asAnswer(row, clock.now_ms())), page }
  },

  async getReplacedRate({ database, caller, params, query, clock }) {
    found(await findTariff(database, caller.scope, params.tid))
    const { prefix, window_id = null, at = toInstant(clock.now_ms()), but_id = null } = query
    const asked = { prefix, window_id, at, but_id }
    const row = await findReplacedRate(database, params.tid, asked)
    return row ? asAnswer(row, clock.now_ms()) : null
  },

  async getRateCost({ database, caller, params: { tid }, query, clock }) {
    const { is_own } = found(await findTariff(database, caller.scope, tid))
    const costs = is_own ? await findOwnCosts(database, tid) : undefined
    if (!costs) return { cost: null, loss_policy: null }
    const { cost_tariff_id, loss_policy } = costs
    const at_ms = Math.max(clock.now_ms(), Date.parse(query.at ?? '') || 0)
    const numbers = { tariff_id: tid, cost_tariff_id, prefix: query.prefix, at_ms }
    return { cost: (await findHighestCost(database, numbers)) ?? null, loss_policy }
  },

  async listRateHistory({ database, caller, params, query, clock }) {
    found(await findTariff(database, caller.scope, params.tid))
    const { prefix, window_id = null } = query
    const values = await listRateValues(database, { tariff_id: params.tid, prefix, window_id })
    return rateHistory(values, clock.now_ms(), caller.scope.kind === 'everything').toReversed()
  },

  async getTariffRate({ database, caller, params, clock }) {
    found(await findTariff(database, caller.scope, params.tid))
    return asAnswer(found(await findTariffRate(database, params.tid, params.id)), clock.now_ms())
  },

  createTariffRate: ({ database, params: { tid }, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      await lockTariff(tx, actor.caller.scope, tid)
      await lockReferred(tx, actor.caller.scope, 'time_window', 'window_id', body.window_id)
      const values = { ...body, ...periodOf(body, clock.now_ms()) }
      await refuseBelowCost(tx, tid, values, clock.now_ms())
      await refuseMoreRates(tx, tid, 1)
      const id = await insertTariffRate(tx, tid, values)
      await publishChange(
        tx,
        actor,
        { entity, id, name: nameOf(body), form, after: values },
        { changed: 'tariff', tariff_id: tid },
      )
      return asAnswer(found(await findTariffRate(tx, tid, id)), clock.now_ms())
    }),

  updateTariffRate: ({ database, params: { tid, id }, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      await lockTariff(tx, actor.caller.scope, tid)
      await lockReferred(tx, actor.caller.scope, 'time_window', 'window_id', body.window_id)
      const { version, ...form_values } = body
      const before = found(await findTariffRate(tx, tid, id))
      const values = { ...form_values, ...periodOf(body, clock.now_ms()) }
      await refuseBelowCost(tx, tid, values, clock.now_ms())
      if (!(await updateTariffRate(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      const name = nameOf(body)
      await publishChange(
        tx,
        actor,
        { entity, id, name, form, before, after: values },
        { changed: 'tariff', tariff_id: tid },
      )
      return asAnswer(found(await findTariffRate(tx, tid, id)), clock.now_ms())
    }),

  deleteTariffRate: ({ database, params: { tid, id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      await lockTariff(tx, actor.caller.scope, tid)
      const before = found(await findTariffRate(tx, tid, id))
      await deleteTariffRate(tx, id)
      await publishChange(
        tx,
        actor,
        { entity, id, name: nameOf(before), form, before },
        { changed: 'tariff', tariff_id: tid },
      )
    }),

  deleteTariffRates: ({ database, params: { tid }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      for (const before of await lockRates(tx, actor.caller.scope, tid, body.ids)) {
        await deleteTariffRate(tx, before.id)
        await noteChange(tx, actor, { entity, id: before.id, name: nameOf(before), form, before })
      }
      await sendSignal(tx, { changed: 'tariff', tariff_id: tid })
    }),
}
