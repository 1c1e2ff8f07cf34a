// The token in the link of a mail by which its reader stops such mails: encrypted, so that no
// reader can make one for another address.
import type { SecretKeys } from '../secrets/secret-keys.ts'

export interface OptOut {
  readonly address: string
  readonly owner_id: number
  /** Empty is all. */
  readonly topic: string
}

const OF = 'unsubscribe token'

export const makeUnsubscribeToken = (
  keys: SecretKeys,
  { address, owner_id, topic }: OptOut,
): string => keys.encrypt(OF, JSON.stringify([address, owner_id, topic]))

/** Undefined for what the switch has not made. */
export function readUnsubscribeToken(keys: SecretKeys, token: string): OptOut | undefined {
  const clear = keys.decrypt(OF, token)
  // Text that is not encrypted comes back as it is.
  if (clear === undefined || clear === token) return undefined
  const [address, owner_id, topic] = JSON.parse(clear) as [string, number, string]
  return { address, owner_id, topic }
}
