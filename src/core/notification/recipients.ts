// Who gets an event by a rule: its users, addresses and webhooks, and the contacts of the account
// or carrier that the event concerns.
import type { Channel } from './delivery.ts'
import type { NotifiedEvent } from './event.ts'
import type { NotificationRule } from './matches-rule.ts'
import { type Contact, TOPIC_FACTS } from './topic-facts.ts'

export interface Recipients {
  readonly user_ids: readonly number[]
  readonly addresses: readonly string[]
  readonly to_account_contacts: boolean
  readonly to_settlement_contacts: boolean
  readonly webhook_ids: readonly number[]
}

export interface Contacts {
  readonly noc_email: string
  readonly billing_email: string
  readonly rates_email: string
  /** Null is that of the switch. */
  readonly timezone: string | null
}

/** The users, accounts and webhooks that rules name, those that are active. */
export interface AddressBook {
  readonly users: ReadonlyMap<number, { readonly email: string; readonly timezone: string | null }>
  readonly contacts: ReadonlyMap<number, Contacts>
  readonly webhooks: ReadonlyMap<number, { readonly name: string }>
}

export interface Recipient {
  readonly channel: Channel
  /** The address in small letters, or the name of the webhook. */
  readonly recipient: string
  readonly webhook_id: number | null
  /** In whose name it comes: the owner of the rule, or the reseller above the account. */
  readonly sender_id: number
  /** Null is that of the switch. */
  readonly timezone: string | null
}

type Mail = Pick<Recipient, 'sender_id' | 'timezone'>

const mailTo = (address: string, mail: Mail): Recipient[] =>
  address === ''
    ? []
    : [{ channel: 'EMAIL', recipient: address.toLowerCase(), webhook_id: null, ...mail }]

interface Concerned {
  readonly account_id: number | null
  readonly contact: Contact | undefined
  readonly sender_id: number
}

function contactOf(
  { contacts }: AddressBook,
  { account_id, contact, sender_id }: Concerned,
): Recipient[] {
  const found = account_id === null ? undefined : contacts.get(account_id)
  if (!found || !contact) return []
  return mailTo(found[contact], { sender_id, timezone: found.timezone })
}

/** One address that is found in several ways is there several times. */
export function recipientsOf(
  rule: Recipients & Pick<NotificationRule, 'owner_id'>,
  event: NotifiedEvent,
  book: AddressBook,
): Recipient[] {
  const { topic, account_id, settlement_id, account_path } = event
  const { account_contact, settlement_contact } = TOPIC_FACTS[topic]
  const sender_id = rule.owner_id
  const isOfAccount = rule.to_account_contacts && account_id !== settlement_id
  const account = {
    account_id: isOfAccount ? account_id : null,
    contact: account_contact,
    sender_id: account_path[1] ?? sender_id,
  }
  const settlement = {
    account_id: rule.to_settlement_contacts ? settlement_id : null,
    contact: settlement_contact,
    sender_id,
  }
  const users = rule.user_ids.flatMap((id) => book.users.get(id) ?? [])
  return [
    ...users.flatMap(({ email, timezone }) => mailTo(email, { sender_id, timezone })),
    ...contactOf(book, account),
    ...contactOf(book, settlement),
    ...rule.addresses.flatMap((address) => mailTo(address, { sender_id, timezone: null })),
    ...rule.webhook_ids.flatMap((webhook_id): Recipient[] => {
      const { name } = book.webhooks.get(webhook_id) ?? {}
      if (name === undefined) return []
      return [{ channel: 'WEBHOOK', recipient: name, webhook_id, sender_id, timezone: null }]
    }),
  ]
}
