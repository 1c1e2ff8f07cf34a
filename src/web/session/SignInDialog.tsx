// The dialog that logs in again over the page.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AREA_INFO, type AreaInfo } from '../navigation/area-info.ts'
import { remember } from '../storage/vault.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { LoginForm } from './LoginForm.tsx'
import { knownUser } from './session.ts'
import { answerSignIn } from './sign-in-again.ts'

export function SignInDialog({ area }: { area: AreaInfo }) {
  const queries = useQueryClient()
  const [before] = useState(() => knownUser(queries))
  // The person logs in at its own door, and comes back to its own area.
  const portal = before?.on_behalf_of
  const own = portal ? AREA_INFO[portal.own_type === 'ADMIN' ? 'admin' : 'reseller'] : area
  const leave = () => {
    remember('AUTH_TOKEN', undefined)
    answerSignIn(false)
    location.assign(own.login)
  }
  const done = () => {
    // The next user must not see data loaded for the previous one.
    if (portal || knownUser(queries)?.id !== before?.id) location.assign(own.home)
    else answerSignIn(true)
  }
  return (
    <Dialog title="Your session has ended" onClose={leave} width={320}>
      <span className="muted">Log in again to continue{portal ? '' : ' on this page'}.</span>
      <LoginForm user_type={own.user_type} username={before?.username ?? ''} onDone={done} />
    </Dialog>
  )
}
