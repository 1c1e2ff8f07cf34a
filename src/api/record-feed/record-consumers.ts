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
import { type Actor, changedMeanwhile, noteActivity, publishChange } from '../http/activity.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { randomBase64 } from '../http/random.ts'

const entity = 'record_consumer'
const form = contract.recordConsumerForm
const signal = { changed: 'record_feed' } as const
const SECRET_BYTES = 32
/** As Standard Webhooks write a secret. */
const makeSecret = (): string => `whsec_${randomBase64(SECRET_BYTES)}`

type Form = BodyOf<typeof contract.createRecordConsumer>

/** A consumer gets all calls with all money: who may not see them may not send them either. */
function checkSeesAll({ scope, field_rights }: Caller): void {
  const sees = (['sale', 'purchase', 'earnings'] as const).every((one) =>
    field_rights.includes(one),
  )
  if (scope.kind !== 'everything' || !sees) throw new Problem('not-allowed')
}

/** A field of the other kind, which the form does not show, is dropped. */
const ofKind = <T extends Form>(body: T): T =>
  body.kind === 'FOLDER' ? { ...body, url: '' } : { ...body, folder: '' }

/** Checks of one field against another. */
async function checkFields(tx: Tx, { kind, url, folder, allows_private, account_ids }: Form) {
  if (kind === 'WEBHOOK' && url === '') throw badField('url', 'Required.')
  if (kind === 'FOLDER' && folder === '') throw badField('folder', 'Required.')
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
      checkSeesAll(actor.caller)
      const body = ofKind(form_values)
      await checkFields(tx, body)
      const secret = secretKeys.encrypt('record_consumer.secret', makeSecret())
      const id = await insertRecordConsumer(tx, { ...body, secret })
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body }, signal)
      return found(await findRecordConsumer(tx, actor.caller.scope, id))
    }),

  updateRecordConsumer: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = ofKind(body)
      const before = found(await findRecordConsumer(tx, scope, id))
      checkSeesAll(actor.caller)
      await checkFields(tx, values)
      if (!(await updateRecordConsumer(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      const change = { entity, id, name: body.name, form, before, after: values }
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
    const secret = makeSecret()
    const sealed = request.secretKeys.encrypt('record_consumer.secret', secret)
    await act(request, (tx, id) => setConsumerSecret(tx, id, sealed), { secret: [null, null] })
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
  work: (tx: Tx, id: number) => Promise<void>,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
) {
  return database.transaction().execute(async (tx) => {
    const { scope } = actor.caller
    const before = found(await findRecordConsumer(tx, scope, id))
    checkSeesAll(actor.caller)
    await work(tx, id)
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
