import * as contract from '#contract/routing/translations.ts'
import { makeNumberList } from '#core/number/number-list.ts'
import {
  compileTranslation,
  patternFault,
  type TranslationRule,
  translate,
} from '#core/number/translation.ts'
import type { Database, Tx } from '#db/database.ts'
import { lockedUsersOf } from '#db/references.ts'
import { drawFromPools, lockPools } from '#db/routing/number-lists.ts'
import {
  deleteTranslation,
  findTranslation,
  insertTranslation,
  listTranslations,
  updateTranslation,
} from '#db/routing/translations.ts'
import type { Scope } from '#db/scope.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

const entity = 'translation'
const form = contract.translationForm

type Rules = readonly TranslationRule[]

/** Refuses patterns that the engine could not compile, all at once. */
function checkPatterns(rules: Rules): void {
  const faults = rules.flatMap(({ match, pattern, replacement }, at): [string, string][] => {
    const fault = match === 'regex' ? patternFault(pattern, replacement) : undefined
    return fault === undefined ? [] : [[`rules.${at}.pattern`, fault]]
  })
  if (faults.length > 0) throw new Problem('bad-input', { fields: Object.fromEntries(faults) })
}

const poolIdsOf = (rules: Rules): number[] => [
  ...new Set(rules.flatMap(({ pool_list_id }) => pool_list_id ?? [])),
]

async function checkPools(tx: Tx, scope: Scope, rules: Rules): Promise<void> {
  const pools = await lockPools(tx, scope, poolIdsOf(rules))
  const missing = rules.flatMap(({ pool_list_id }, at): [string, string][] =>
    pool_list_id === null || pools.has(pool_list_id)
      ? []
      : [[`rules.${at}.pool_list_id`, 'This is not a number pool.']],
  )
  if (missing.length > 0) throw new Problem('bad-input', { fields: Object.fromEntries(missing) })
}

/** Each pool with the one number that it gives out this time. */
async function drawnPools(database: Database, scope: Scope, rules: Rules) {
  const drawn = await drawFromPools(database, scope, poolIdsOf(rules))
  const row = { name: '', status: 'active', mode: 'RANDOM', default_action: 'ACCEPT' } as const
  const item = { min_length: 0, max_length: 100, action: 'ACCEPT', tag: '' } as const
  return new Map(
    drawn.map(({ id, key }) => [id, makeNumberList({ ...row, id }, [{ ...item, key }])]),
  )
}

export const translations: HandlersOf<typeof contract> = {
  listTranslations: ({ database, caller, query }) =>
    listTranslations(database, caller.scope, query),

  async getTranslation({ database, caller, params }) {
    return found(await findTranslation(database, caller.scope, params.id))
  },

  createTranslation: ({ database, body, ...actor }) => {
    checkPatterns(body.rules)
    return database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      await checkPools(tx, scope, body.rules)
      const id = await insertTranslation(tx, body)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findTranslation(tx, scope, id))
    })
  },

  updateTranslation: ({ database, params: { id }, body, ...actor }) => {
    checkPatterns(body.rules)
    return database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = body
      const before = found(await findTranslation(tx, scope, id))
      await checkPools(tx, scope, body.rules)
      if (!(await updateTranslation(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: values })
      return found(await findTranslation(tx, scope, id))
    })
  },

  deleteTranslation: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findTranslation(tx, actor.caller.scope, id))
      refuseInUse('The translation', await lockedUsersOf(tx, 'translation', id))
      await deleteTranslation(tx, id, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),

  async testTranslation({ database, caller, body: { rules, numbers } }) {
    checkPatterns(rules)
    const pools = await drawnPools(database, caller.scope, rules)
    const row = { id: 0, name: '', status: 'active', rules } as const
    const { numbers: after, steps } = translate(compileTranslation(row, pools), numbers, 0)
    return { numbers: after, steps: [...steps] }
  },
}
