import { Button } from '@mantine/core'
import { openPortal } from '#contract/people/on-behalf.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useMay } from '../session/session.ts'

/** Shows the portal of an account as the account sees it; absent without permission. */
export function OpenPortalButton({ account: { id } }: { account: { readonly id: number } }) {
  if (!useMay('portal_sessions.execute')) return null
  const open = async () => {
    try {
      await send(openPortal, { params: { id } })
      // A load of the whole page, so that nothing of the last area stays.
      location.assign('/')
    } catch (error) {
      alert.error(messageOf(error), { title: 'The portal could not be opened' })
    }
  }
  return (
    <Button variant="default" onClick={() => void open()}>
      Open portal
    </Button>
  )
}
