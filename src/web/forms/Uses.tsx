// Reasons against deleting a thing: its uses, as links, and others.
import type { MouseEvent } from 'react'
import type { UserKind, Uses } from '#contract/console/uses.ts'
import { entityPath } from '../navigation/entity-path.ts'
import { paths } from '../navigation/paths.ts'
import { count } from '../ui/values/format.ts'
import styles from './Uses.module.css'

type User = Uses['users'][number]

const LABELS: Readonly<Record<UserKind, string>> = {
  WHOLESALE: 'Client',
  RETAIL: 'Client',
  RESELLER: 'Reseller',
  SETTLEMENT: 'Settlement account',
  CLIENT_IP: 'Address',
  GATEWAY: 'Gateway',
  GATEWAY_GROUP: 'Gateway group',
  ROUTE_PLAN: 'Route plan',
  TARIFF: 'Tariff',
  TRANSLATION: 'Translation',
  PACKAGE: 'Package',
}

/** "14 tariffs, 3 clients": the most first, and without a name those that one may not view. */
export function usedByLabel({ count: all, kinds }: Uses): string {
  const counts = new Map<string, number>()
  for (const { kind, count: some } of kinds) {
    const word = LABELS[kind].toLowerCase()
    counts.set(word, (counts.get(word) ?? 0) + some)
  }
  const named = [...counts].sort(([, a], [, b]) => b - a)
  const others = all - named.reduce((sum, [, some]) => sum + some, 0)
  const words = named.map(([word, some]) => count(some, word, pluralOf(word)))
  return [...words, ...(others > 0 ? [count(others, 'other', 'others')] : [])].join(', ')
}

const pluralOf = (word: string) => (word.endsWith('s') ? `${word}es` : `${word}s`)

/** An address of a client is changed on the page of the client. */
const pathOf = ({ kind, id, level }: User): string =>
  kind === 'CLIENT_IP' ? paths.admin.wholesaleClients.edit(id) : entityPath({ kind, id, level })

interface UsesListProps {
  readonly uses: Uses
  /** Navigates: dialogs are outside of the pages, where links of the router do not work. */
  readonly onFollow: (path: string) => void
}

export function UsesList({ uses, onFollow }: UsesListProps) {
  const follow = (path: string) => (event: MouseEvent) => {
    // The browser handles another tab on its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onFollow(path)
  }
  const { users, obstacles } = uses
  const more = uses.count - users.length
  return (
    <>
      {obstacles.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {uses.count > 0 && (
        <ul className={styles.users} aria-label={`Used by ${usedByLabel(uses)}`}>
          {users.map((user) => (
            <li key={`${user.kind} ${user.id} ${user.name}`}>
              <span className="muted">{LABELS[user.kind]}</span>{' '}
              <a href={pathOf(user)} onClick={follow(pathOf(user))}>
                {user.name}
              </a>
            </li>
          ))}
          {more > 0 && <li className="muted">and {more} more</li>}
        </ul>
      )}
    </>
  )
}
