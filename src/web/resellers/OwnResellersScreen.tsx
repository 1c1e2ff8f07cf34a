import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { useUser } from '../session/session.ts'
import ResellersScreen from './ResellersScreen.tsx'

/** The resellers right below the user's own account. */
export default function OwnResellersScreen() {
  const { reseller_level } = useUser()
  return <ResellersScreen level={Math.min((reseller_level ?? 0) + 1, RESELLER_LEVELS)} />
}
