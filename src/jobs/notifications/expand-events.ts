// Makes deliveries of events: who gets which, in whose words, and which of them are held back. The
// deliveries and the mark of their events are one transaction, so that nothing is made twice.

import {
  ATTACHMENTS_MAX,
  documentOfEvent,
  type EventDocument,
} from '#core/notification/document-mail.ts'
import type { NotifiedEvent } from '#core/notification/event.ts'
import {
  type Draft,
  draftDeliveries,
  keyOfRecipient,
  reasonToRefuse,
  takeReady,
} from '#core/notification/group-events.ts'
import { isRuleOpen } from '#core/notification/matches-rule.ts'
import { whoWants } from '#core/notification/who-wants.ts'
import type { Database, Tx } from '#db/database.ts'
import {
  type ActiveRule,
  countLastHour,
  type Held,
  insertDelivery,
  listActiveNotificationRules,
  listHeld,
  listWaitingEvents,
  lockExpansion,
  markExpanded,
  noteDigest,
  readAddressBook,
  readEvents,
  readRefusals,
  refuseHeld,
} from '#db/notifications/expansion.ts'
import { keepThoseOfAddress } from '#db/notifications/mailed-accounts.ts'
import { makeSenders } from '#db/notifications/sender-look.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { type Writing, writeDelivery } from './write-delivery.ts'

interface Work extends Writing {
  readonly tx: Tx
  readonly now_ms: number
  readonly rules: readonly ActiveRule[]
}

export async function expandEvents(
  database: Database,
  now_ms: number,
  secretKeys: SecretKeys,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    if (!(await lockExpansion(tx))) return
    const events = takeReady(await listWaitingEvents(tx), now_ms)
    const held = await listHeld(tx)
    if (events.length === 0 && held.length === 0) return
    const now = new Date(now_ms).toISOString()
    const rules = await listActiveNotificationRules(tx)
    const senderOf = await makeSenders(tx)
    const work = { tx, now_ms, now, secretKeys, rules, senderOf }
    // First, so that what is older comes before what is new.
    await makeDigests(work, held)
    await makeMessages(work, events)
    await markExpanded(
      tx,
      events.map(({ id }) => id),
      now,
    )
  })
}

async function makeMessages(work: Work, events: readonly NotifiedEvent[]): Promise<void> {
  const { tx, now_ms, now, rules } = work
  const book = await readAddressBook(tx, rules, events, now)
  const wanted = events.flatMap((event) => whoWants(event, rules, { book, now_ms }))
  const refusals = await readRefusals(
    tx,
    wanted.map(({ recipient }) => recipient),
  )
  for (const draft of draftDeliveries(wanted, await countLastHour(tx, now), refusals)) {
    await insertDelivery(tx, await writeDelivery(work, draft, 'MESSAGE'), await filesOf(tx, draft))
  }
}

/** Events that were held back are one message, when hours and bound of the rule allow it. */
async function makeDigests(work: Work, held: readonly Held[]): Promise<void> {
  const { tx, now, now_ms, rules } = work
  const counts = await countLastHour(tx, now)
  const refusals = await readRefusals(
    tx,
    held.map(({ recipient }) => recipient),
  )
  for (const one of held) {
    const rule = rules.find(({ id }) => id === one.rule_id)
    const count = counts.get(keyOfRecipient(one.rule_id, one)) ?? 0
    if (!rule || count >= rule.max_per_hour || !isRuleOpen(rule, now_ms)) continue
    const events = await readEvents(tx, one.event_ids)
    const reasons = events.map(({ topic }) => reasonToRefuse({ ...one, rule }, topic, refusals))
    const wanted = events.filter((_, at) => reasons[at] === null)
    if (wanted.length === 0) {
      await refuseHeld(tx, one.delivery_ids, reasons[0] ?? 'UNSUBSCRIBED')
      continue
    }
    const draft = { ...one, rule, events: wanted, reason: null }
    const delivery = await writeDelivery(work, draft, 'DIGEST')
    const id = await insertDelivery(tx, delivery, await filesOf(tx, draft))
    await noteDigest(tx, one.delivery_ids, id)
  }
}

/**
 * The invoices, prices and papers of payments that events are about, for the address of the account
 * that gets them: other addresses of the rule get the message alone.
 */
async function filesOf(
  tx: Tx,
  { rule, events, channel, recipient, reason }: Draft<ActiveRule>,
): Promise<EventDocument[]> {
  const isToContacts = rule.to_account_contacts || rule.to_settlement_contacts
  if (channel !== 'EMAIL' || !isToContacts || reason !== null) return []
  const documents = events.flatMap((event) => documentOfEvent(event) ?? [])
  return (await keepThoseOfAddress(tx, documents, recipient)).slice(0, ATTACHMENTS_MAX)
}
