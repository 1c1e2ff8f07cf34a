// The areas with their screens, loaded after the login.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import '../ui/mantine-inside.css'
import { Questions } from '../alerts/Questions.tsx'
import { userQuery } from '../session/session.ts'
import { Loading } from '../ui/Loading.tsx'
import { onMissingPart } from './missing-part.ts'
import { AREAS, createConsoleRouter } from './router.tsx'

const RequiredSecondFactor = lazy(async () => ({
  default: (await import('../second-factor/RequiredSecondFactor.tsx')).RequiredSecondFactor,
}))

/** Begins to load the screen of a path; one with parameters waits for the router. */
export function loadScreen(path: string): void {
  const place = AREAS.flatMap(({ places }) => places).find((one) => one.path === path)
  // Where it is shown, a failure is shown too.
  void place?.screen.preload?.().catch(() => undefined)
}

export function Inside({ queries }: { queries: QueryClient }) {
  const router = useMemo(() => createConsoleRouter(queries), [queries])
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  const lacks = user?.lacks_second_factor ?? false
  // Until the user has seen the recovery codes, which come after the factor counts.
  const [isSettingUp, setSettingUp] = useState(lacks)
  if (lacks && !isSettingUp) setSettingUp(true)
  useEffect(() => {
    window.addEventListener('vite:preloadError', onMissingPart)
    return () => window.removeEventListener('vite:preloadError', onMissingPart)
  }, [])
  return (
    <>
      {isSettingUp ? (
        <Suspense fallback={<Loading />}>
          <RequiredSecondFactor onDone={() => setSettingUp(false)} />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      <Questions />
    </>
  )
}
