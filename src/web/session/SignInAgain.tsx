// A dialog over the page when the session has ended: the page keeps its state.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AreaInfo } from '../navigation/area-info.ts'
import { remember } from '../storage/vault.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/store.ts'
import { LoginForm } from './LoginForm.tsx'
import { knownUser } from './session.ts'
import { answerSignIn, awaitedSignIn } from './sign-in-again.ts'

export function SignInAgain({ area }: { area: AreaInfo }) {
  const is_wanted = useStore(awaitedSignIn) !== undefined
  return is_wanted ? <SignInDialog area={area} /> : null
}

function SignInDialog({ area }: { area: AreaInfo }) {
  const queries = useQueryClient()
  const [before] = useState(() => knownUser(queries))
  const leave = () => {
    remember('AUTH_TOKEN', undefined)
    answerSignIn(false)
    location.assign(area.login)
  }
  const done = () => {
    // The next user must not see data loaded for the previous one.
    if (knownUser(queries)?.id !== before?.id) location.assign(area.home)
    else answerSignIn(true)
  }
  return (
    <Dialog title="Your session has ended" onClose={leave} width={320}>
      <span className="muted">Log in again to continue on this page.</span>
      <LoginForm user_type={area.user_type} username={before?.username ?? ''} onDone={done} />
    </Dialog>
  )
}
