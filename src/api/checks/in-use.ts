// The refusal to delete what others need, in words that help.
import { Problem } from '../http/problem.ts'

const NAMED = 5

/**
 * Throws if the thing is used: names the first uses, and says what to do instead where the thing
 * has a status.
 */
export function refuseInUse(
  what: string,
  users: readonly string[],
  instead = ' You can block it instead.',
): void {
  if (users.length === 0) return
  const named = users.slice(0, NAMED).join(', ')
  const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : ''
  const message = `${what} is in use by ${named}${more}.${instead}`
  throw new Problem('in-use', { message })
}

export const inUse = (message: string): Problem => new Problem('in-use', { message })
