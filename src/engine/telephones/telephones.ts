// Telephones of retail clients: who is registered, and who knocks without being known.
import type { Invite } from '../kamailio/switch-link.ts'

export interface Telephones {
  isRegistered(username: string): boolean
  /** Somebody at an unknown address was asked for a password. */
  noteStranger(invite: Invite): void
}

export function watchTelephones(): Telephones {
  const registered = new Set<string>()
  return {
    isRegistered: (username) => registered.has(username.toLowerCase()),
    noteStranger: () => {},
  }
}
