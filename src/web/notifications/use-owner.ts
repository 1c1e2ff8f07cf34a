import { OPERATOR_ID } from '#core/account/operator.ts'
import { useUser } from '../session/session.ts'

interface Owned {
  readonly owner_id: number
}

/** The account in whose name the user adds rules and webhooks. */
export const useOwnId = (): number => useUser().account_id ?? OPERATOR_ID

/** The owner of a rule or a webhook; of a new one, the account of the user. */
export function useOwner(found: Owned | undefined) {
  const own_id = useOwnId()
  const owner_id = found?.owner_id ?? own_id
  return {
    owner_id,
    is_own: owner_id === own_id,
    /** Resellers have fewer choices. */
    is_operators: owner_id === OPERATOR_ID,
  }
}
