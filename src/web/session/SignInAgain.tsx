// A dialog over the page when the session has ended: the page keeps its state.
import { lazy, Suspense } from 'react'
import type { AreaInfo } from '../navigation/area-info.ts'
import { useStore } from '../ui/store.ts'
import { awaitedSignIn } from './sign-in-again.ts'

const SignInDialog = lazy(async () => ({
  default: (await import('./SignInDialog.tsx')).SignInDialog,
}))

export function SignInAgain({ area }: { area: AreaInfo }) {
  const is_wanted = useStore(awaitedSignIn) !== undefined
  return is_wanted ? (
    <Suspense fallback={null}>
      <SignInDialog area={area} />
    </Suspense>
  ) : null
}
