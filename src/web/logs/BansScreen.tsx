// Banned addresses, and logins that are locked after too many failures.
import { useAddress } from '../lists/use-address.ts'
import { useMay } from '../session/session.ts'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { BanList } from './BanList.tsx'
import { LoginLockList } from './LoginLockList.tsx'

const VIEWS = [
  { value: '', label: 'Addresses' },
  { value: 'logins', label: 'Logins' },
]

export default function BansScreen() {
  const { address, write } = useAddress()
  const maySeeLocks = useMay('login_locks.view')
  const maySeeBans = useMay('bans.view')
  const tabs = maySeeBans && maySeeLocks && (
    <PresetTabs
      label="View"
      choices={VIEWS}
      value={address.view}
      onChange={(view) =>
        write({ view, kind: undefined, q: undefined, cursor: undefined, sort: undefined })
      }
    />
  )
  const isLogins = maySeeLocks && (!maySeeBans || address.view === 'logins')
  const View = isLogins ? LoginLockList : BanList
  return <View tabs={tabs} />
}
