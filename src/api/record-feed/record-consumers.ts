import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/record-feed/record-consumers.ts'
import type { Database, Tx } from '#db/database.ts'
import {
  askForConsumerTest,
  countAccounts,
  deleteRecordConsumer,
  findRecordConsumer,
  insertRecordConsumer,
  listRecordConsumers,
  restartRecordConsumer,
  setConsumerSecret,
  updateRecordConsumer,
} from '#db/record-feed/record-consumers.ts'
import { sendSignal } from '#db/signals.ts'
import { checkSendsCalls } from '../checks/sent-calls.ts'
import { type Actor, changedMeanwhile, noteActivity, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { checkTarget, makeConsumerSecret, ofKind, sealedSecret } from './consumer-target.ts'

const entity = 'record_consumer'
const form = contract.recordConsumerForm
const signal = { changed: 'record_feed' } as const

type Form = BodyOf<typeof contract.createRecordConsumer>
type Consumer = NonNullable<Awaited<ReturnType<typeof findRecordConsumer>>>

/** Checks of one field against another. */
async function checkFields(tx: Tx, body: Form) {
  const { url, allows_private, account_ids } = body
  checkTarget(body)
  if (url.startsWith('http:') && !allows_private) {
    throw badField('url', 'Use https: without it anyone on the way can read the records.')
  }
  const ids = new Set(account_ids)
  if (ids.size !== account_ids.length) throw badField('account_ids', 'An account is there twice.')
  if ((await countAccounts(tx, account_ids)) !== ids.size) {
    throw badField('account_ids', 'One of these accounts does not exist.')
  }
}

export const recordConsumers: HandlersOf<typeof contract> = {
  listRecordConsumers: ({ database, caller, query }) =>
    listRecordConsumers(database, caller.scope, query),

  async getRecordConsumer({ database, caller, params }) {
    return found(await findRecordConsumer(database, caller.scope, params.id))
  },

  createRecordConsumer: ({ database, secretKeys, body: form_values, ...actor }) =>
    database.transaction().execute(async (tx) => {
      checkSendsCalls(actor.caller)
      const { password, ...body } = ofKind(form_values)
      await checkFields(tx, body)
      const secret = sealedSecret(secretKeys, body.kind, password, undefined) ?? ''
      const id = await insertRecordConsumer(tx, { ...body, secret })
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body }, signal)
      return found(await findRecordConsumer(tx, actor.caller.scope, id))
    }),

  updateRecordConsumer: ({ database, secretKeys, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, password, ...values } = ofKind(body)
      const before = found(await findRecordConsumer(tx, scope, id))
      checkSendsCalls(actor.caller)
      await checkFields(tx, values)
      const secret = sealedSecret(secretKeys, values.kind, password, { ...before, to: values.url })
      const stored = secret === undefined ? values : { ...values, secret }
      if (!(await updateRecordConsumer(tx, id, version, stored))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      const after = password ? { ...values, password } : values
      const change = { entity, id, name: body.name, form, before, after }
      await publishChange(tx, actor, change, signal)
      return found(await findRecordConsumer(tx, scope, id))
    }),

  deleteRecordConsumer: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findRecordConsumer(tx, actor.caller.scope, id))
      await deleteRecordConsumer(tx, id)
      await publishChange(tx, actor, { entity, id, name: before.name, form, before }, signal)
    }),

  async renewConsumerSecret(request) {
    const secret = makeConsumerSecret()
    const sealed = request.secretKeys.encrypt('record_consumer.secret', secret)
    const set = (tx: Tx, id: number, { kind }: Consumer) => {
      if (kind === 'WEBHOOK') return setConsumerSecret(tx, id, sealed)
      // It would take the place of a password.
      throw new Problem('not-allowed', { message: 'Only a webhook has a secret of the switch.' })
    }
    await act(request, set, { secret: [null, null] })
    return { secret }
  },

  testRecordConsumer: (request) => act(request, askForConsumerTest, { test: [false, true] }),

  restartRecordConsumer: (request) => {
    const { from_at } = request.body
    return act(request, (tx, id) => restartRecordConsumer(tx, id, from_at), {
      from_at: [null, from_at],
    })
  },
}

/** Does something to a consumer that is no change of its configuration. */
function act(
  { database, params: { id }, ...actor }: Actor & { database: Database; params: { id: number } },
  work: (tx: Tx, id: number, consumer: Consumer) => Promise<void>,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
) {
  return database.transaction().execute(async (tx) => {
    const { scope } = actor.caller
    const before = found(await findRecordConsumer(tx, scope, id))
    checkSendsCalls(actor.caller)
    await work(tx, id, before)
    await noteActivity(tx, actor, {
      action: 'EXECUTE',
      entity,
      entity_id: String(id),
      entity_name: before.name,
      changes,
    })
    await sendSignal(tx, signal)
    return found(await findRecordConsumer(tx, scope, id))
  })
}
