import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '#contract/console/settings.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { readLogo } from '#core/logo.ts'
import { refuseMaskingDays } from '#core/number/masking-days.ts'
import { listUnclosedCalls } from '#db/calls/active-calls.ts'
import { deleteLogo, findLogoHash, writeLogo } from '#db/console/logo.ts'
import { type Database, isDatabaseDown, type Tx } from '#db/database.ts'
import { listFailingWork } from '#db/machine/failing-work.ts'
import { isNodeDrained } from '#db/machine/nodes.ts'
import { listProcessStates, type ProcessState } from '#db/machine/process-states.ts'
import { readNumberMasking } from '#db/partitions/number-masking.ts'
import { isTimeZone, readSettings, writeSetting } from '#db/settings.ts'
import { sendSignal } from '#db/signals.ts'
import { findCurrency, renameSystemCurrency } from '#db/tariffs/currencies.ts'
import { checkSendsCalls } from '../checks/sent-calls.ts'
import { writeSampleInvoice } from '../documents/sample-invoice.ts'
import { type Actor, noteActivity, noteChange, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, Problem } from '../http/problem.ts'
import { requireConfirmation } from '../sign-in/confirmation.ts'

type Health = AnswerOf<typeof contract.health>
type Part = Health['parts']['engine']

/**
 * A database that hangs is down. The supervisor waits five seconds for an answer, and would start
 * the API again, which is then no better.
 */
const DATABASE_MS = 3000

const HEALTH = {
  running: 'ok',
  starting: 'starting',
  stopped: 'down',
  failing: 'down',
  missing: 'missing',
} as const

/** One that runs is enough: there may be several engines, named `engine-1` and so on. */
function partOf(states: readonly ProcessState[], name: string): Part {
  const healths = states
    .filter((state) => state.name === name || state.name.startsWith(`${name}-`))
    .map((state) => HEALTH[state.state])
  return healths.find((health) => health === 'ok') ?? healths[0] ?? 'missing'
}

const PARTS = ['engine', 'kamailio', 'rtpengine'] as const

/** Whether each node that has processes has all parts of a switch, and they run. */
function areNodesWhole(states: readonly ProcessState[]): boolean {
  const nodes = [...Map.groupBy(states, ({ node_id }) => node_id).values()]
  return nodes.every((own) => PARTS.every((part) => partOf(own, part) === 'ok'))
}

/** Whether a node takes new calls: an engine with its switch, media, and neither is drained. */
async function takesCalls(
  database: Database,
  states: readonly ProcessState[],
  node_id: number,
): Promise<boolean> {
  const own = states.filter((state) => state.node_id === node_id)
  const isWhole = ['calls', 'kamailio', 'rtpengine'].every((part) => partOf(own, part) === 'ok')
  if (!isWhole || (await readSettings(database)).is_draining) return false
  return !(await isNodeDrained(database, node_id))
}

const entity = 'setting'

const noteLogo = (tx: Tx, actor: Actor, before: string | null, after: string | null) =>
  noteActivity(tx, actor, {
    action: 'UPDATE',
    entity,
    entity_id: 'logo',
    entity_name: 'Logo',
    changes: { logo: [before, after] },
  })

/** Everything that is counted in the system currency goes by its new name. */
async function renameCurrency(tx: Tx, code: string): Promise<void> {
  const other = await findCurrency(tx, code)
  if (other && !other.is_system) {
    throw badField('currency', `${code} already has an exchange rate. Delete it first.`)
  }
  await renameSystemCurrency(tx, code)
  await sendSignal(tx, { changed: 'routing' })
}

/** A setting that demands a second factor or a confirmation is not turned off without one. */
const GUARDS = ['second_factor_for', 'confirm_payments_above'] as const

export const settings: HandlersOf<typeof contract> = {
  getSettings: ({ database }) => readSettings(database),

  updateSettings: ({ database, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { timezone: _, theme_colors: __, ...before } = await readSettings(tx)
      const after = { ...before, ...(body as Partial<typeof before>) }
      if (GUARDS.some((name) => after[name] !== before[name])) {
        requireConfirmation(actor.caller, clock.now_ms())
      }
      const { homer_address } = after
      if (homer_address !== '' && homer_address !== before.homer_address) {
        checkSendsCalls(actor.caller)
      }
      const refusal = refuseMaskingDays(after)
      if (refusal) throw badField('mask_numbers_days', refusal)
      if (body.currency && body.currency !== before.currency) {
        await renameCurrency(tx, body.currency)
      }
      await writeSetting(tx, 'general', after)
      const form = contract.updateSettings.body
      await publishChange(
        tx,
        actor,
        { entity, id: 'general', name: 'General', form, before, after },
        { changed: 'setting' },
      )
    }),

  getNumberMasking: ({ database }) => readNumberMasking(database),

  setTimezone: ({ database, body: { timezone }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      if (!(await isTimeZone(tx, timezone))) throw badField('timezone', 'Unknown time zone.')
      const before = await readSettings(tx)
      await writeSetting(tx, 'timezone', timezone)
      await noteActivity(tx, actor, {
        action: 'UPDATE',
        entity,
        entity_id: 'timezone',
        entity_name: 'Time zone',
        changes: { timezone: [before.timezone, timezone] },
      })
      await sendSignal(tx, { changed: 'setting' })
    }),

  setThemeColors: ({ database, body: { colors }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = (await readSettings(tx)).theme_colors
      await writeSetting(tx, 'theme_colors', colors)
      const form = contract.setThemeColors.body.shape.colors
      const name = 'Theme colours'
      const change = {
        entity,
        id: 'theme_colors',
        name,
        form,
        before: { ...before },
        after: colors,
      }
      await noteChange(tx, actor, change)
    }),

  setLogo: ({ database, body: { image }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const bytes = Buffer.from(image, 'base64')
      const read = readLogo(bytes)
      if (typeof read === 'string') throw badField('image', read)
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const before = await findLogoHash(tx)
      await writeLogo(tx, { type: read.type, bytes, hash })
      await noteLogo(tx, actor, before, hash)
    }),

  removeLogo: ({ database, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = await findLogoHash(tx)
      if (before === null) throw new Problem('not-found')
      await deleteLogo(tx)
      await noteLogo(tx, actor, before, null)
    }),

  async getSampleDocument(context) {
    const { currency } = await readSettings(context.database)
    return writeSampleInvoice(context, OPERATOR_ID, currency)
  },

  async health({ database, replica, query, reply }) {
    const read = Promise.all([
      listProcessStates(database),
      listUnclosedCalls(database),
      listFailingWork(database),
    ]).catch((error: unknown) => {
      if (isDatabaseDown(error)) return undefined
      throw error
    })
    const known = await Promise.race([read, sleep(DATABASE_MS, undefined, { ref: false })])
    const states = known?.[0]
    const unclosed_calls = known?.[1].count ?? 0
    const failing_work = known?.[2].length ?? 0
    const parts: Health['parts'] = {
      database: states ? 'ok' : 'down',
      engine: states ? partOf(states, 'engine') : 'down',
      kamailio: states ? partOf(states, 'kamailio') : 'down',
      rtpengine: states ? partOf(states, 'rtpengine') : 'down',
    }
    const isWhole =
      Object.values(parts).every((part) => part === 'ok') && areNodesWhole(states ?? [])
    const { node_id } = query
    const isReady = states && (!node_id || (await takesCalls(database, states, node_id)))
    // For load balancers, which read the status alone.
    if (!isReady) reply.code(503)
    const status = isWhole && unclosed_calls + failing_work === 0 ? 'ok' : 'degraded'
    return { status, parts, unclosed_calls, failing_work, replica: replica?.report().state ?? null }
  },
}
