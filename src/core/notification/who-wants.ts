// Who gets an event, by all rules.
import type { NotifiedEvent } from './event.ts'
import type { Wanted } from './group-events.ts'
import { matchRule, type NotificationRule } from './matches-rule.ts'
import { type AddressBook, type Recipients, recipientsOf } from './recipients.ts'

/** A recipient is there for each rule that finds it. */
export const whoWants = <R extends NotificationRule & Recipients>(
  event: NotifiedEvent,
  rules: readonly R[],
  { book, now_ms }: { readonly book: AddressBook; readonly now_ms: number },
): Wanted<R>[] =>
  rules.flatMap((rule) => {
    const match = matchRule(rule, event, now_ms)
    if (match === 'NO') return []
    return recipientsOf(rule, event, book).map((to) => ({ ...to, rule, event, match }))
  })
