// Banning and unbanning an address, wherever one is shown.
import { type ReactNode, useState } from 'react'
import { deleteBan } from '#contract/machine/bans.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { BanDialog } from './BanDialog.tsx'

interface Wanted {
  readonly ip: string
  readonly reason: string
}

interface Bans {
  readonly mayBan: boolean
  readonly mayUnban: boolean
  /** A dialog for duration and reason. */
  readonly ban: (wanted: Wanted) => void
  readonly unban: (ip: string) => Promise<void>
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode
}

export function useBans(): Bans {
  const mayBan = useMay('bans.create')
  const mayUnban = useMay('bans.delete')
  const [wanted, ban] = useState<Wanted>()
  const lift = useChange(deleteBan, { also: ['logs'], done: 'Ban removed.' })
  return {
    mayBan,
    mayUnban,
    ban,
    unban: async (ip) => {
      const sure = await alert.confirm(
        'Registration, calls and login are allowed again immediately.',
        {
          title: `Unban ${ip}?`,
          yes: 'Unban',
          no: 'Keep',
        },
      )
      if (sure) lift.mutate({ params: { ip } })
    },
    dialog: wanted && <BanDialog {...wanted} onClose={() => ban(undefined)} />,
  }
}
