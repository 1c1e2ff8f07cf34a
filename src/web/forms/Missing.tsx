import { useRouter, useRouterState } from '@tanstack/react-router'
import { areaNameOf } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'
import { Failure } from '../ui/Failure.tsx'

/** In place of a thing whose address leads nowhere. */
export function Missing() {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const back = () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: paths[areaNameOf(path)].home })
  }
  return (
    <>
      <h1 className="visually-hidden">Not found</h1>
      <Failure
        message="Nothing is here: it was deleted, or you may not see it."
        action="Go back"
        onRetry={back}
      />
    </>
  )
}
