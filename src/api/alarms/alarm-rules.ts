import * as contract from '#contract/alarms/alarm-rules.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { CONDITIONS, canCompare, MONEY_TOPICS } from '#core/alarm/conditions.ts'
import { judge } from '#core/alarm/judge.ts'
import { formatValue, parseValue, unitOfBound } from '#core/alarm/value-text.ts'
import {
  countSubjects,
  deleteAlarmRule,
  type FoundAlarmRule,
  findAlarmRule,
  insertAlarmRule,
  listAlarmRules,
  updateAlarmRule,
} from '#db/alarms/alarm-rules.ts'
import { makeReadings } from '#db/alarms/readings.ts'
import type { Database, Tx } from '#db/database.ts'
import { type Actor, changedMeanwhile, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'

const entity = 'alarm_rule'
const form = contract.alarmRuleForm
const signal = { changed: 'alarms' } as const
const EXAMPLES_MAX = 20

type Form = BodyOf<typeof contract.createAlarmRule>

const shown = (rule: FoundAlarmRule) => ({
  ...rule,
  bound: formatValue(unitOfBound(rule), rule.bound),
})

/** A rule is about all accounts: who sees some of them may not judge the others. */
function checkSeesAll({ caller: { scope } }: Actor): void {
  if (scope.kind !== 'everything') throw new Problem('not-allowed')
}

/** The examples have the values, and a bound that is broken says on which side of it they are. */
function checkSeesValues({ caller: { scope } }: Actor, { topic }: Form): void {
  if (scope.kind === 'everything' && scope.hidden_tariffs === undefined) return
  if (topic !== 'MARGIN' && !MONEY_TOPICS.includes(topic)) return
  throw badField('topic', 'The values of this condition are hidden from you.')
}

/** The values of a form, each checked against its topic. */
async function valuesOf(tx: Database, body: Form) {
  const { topic, subject_kind, subject_ids, destinations, comparison, compares_with } = body
  const { subject_kinds, comparisons } = CONDITIONS[topic]
  if (!subject_kinds.includes(subject_kind)) {
    throw badField('subject_kind', 'This condition has other subjects.')
  }
  if (!comparisons.includes(comparison)) {
    throw badField('comparison', 'This condition is compared in the other direction.')
  }
  if (compares_with === 'SAME_HOUR' && !canCompare(topic)) {
    throw badField('compares_with', 'Only figures of traffic have a usual value of the hour.')
  }
  const bound = parseValue(unitOfBound(body), body.bound)
  if (bound === undefined) throw badField('bound', 'Not a value of this condition.')
  if (compares_with === 'SAME_HOUR' && bound <= 0) throw badField('bound', 'Above zero.')
  if (destinations.length > 0 && subject_kind !== 'DESTINATION') {
    throw badField('destinations', 'Only for a rule about destinations.')
  }
  if (subject_ids.length > 0) await checkSubjects(tx, body)
  return { ...body, bound }
}

async function checkSubjects(tx: Database, { subject_kind, subject_ids }: Form): Promise<void> {
  const ids = new Set(subject_ids)
  if (ids.size !== subject_ids.length) throw badField('subject_ids', 'A subject is there twice.')
  const count = await countSubjects(tx, subject_kind, subject_ids)
  if (count === undefined) throw badField('subject_ids', 'These subjects have no ids.')
  if (count !== ids.size) throw badField('subject_ids', 'One of these subjects does not exist.')
}

export const alarmRules: HandlersOf<typeof contract> = {
  async listAlarmRules({ database, caller, query }) {
    const { rows, page } = await listAlarmRules(database, caller.scope, query)
    return { rows: rows.map(shown), page }
  },

  async getAlarmRule({ database, caller, params }) {
    return shown(found(await findAlarmRule(database, caller.scope, params.id)))
  },

  createAlarmRule: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      checkSeesAll(actor)
      const id = await insertAlarmRule(tx, await valuesOf(tx, body))
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body }, signal)
      return shown(await ruleOf(tx, actor, id))
    }),

  updateAlarmRule: ({ database, params: { id }, body: { version, ...body }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = shown(await ruleOf(tx, actor, id))
      if (!(await updateAlarmRule(tx, id, version, await valuesOf(tx, body)))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      const change = { entity, id, name: body.name, form, before, after: body }
      await publishChange(tx, actor, change, signal)
      return shown(await ruleOf(tx, actor, id))
    }),

  deleteAlarmRule: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = shown(await ruleOf(tx, actor, id))
      await deleteAlarmRule(tx, id)
      await publishChange(tx, actor, { entity, id, name: before.name, form, before }, signal)
    }),

  async tryAlarmRule({ database, body, ...actor }) {
    checkSeesAll(actor)
    checkSeesValues(actor, body)
    const rule = { ...(await valuesOf(database, body)), id: 0 }
    const readings = await makeReadings(database).of(rule)
    const judged = readings.map((reading) => ({ reading, judgement: judge(rule, reading) }))
    const breached = judged.flatMap(({ reading: { subject_name }, judgement }) =>
      judgement.verdict === 'BREACHED' ? [{ subject_name, sentence: judgement.sentence }] : [],
    )
    return {
      subjects: readings.length,
      breached: breached.length,
      undecided: judged.filter(({ judgement }) => judgement.verdict === 'UNDECIDED').length,
      examples: breached.slice(0, EXAMPLES_MAX),
    }
  },
}

const ruleOf = async (tx: Tx, { caller }: Actor, id: number) =>
  found(await findAlarmRule(tx, caller.scope, id))
