// The areas with their screens, loaded after the login.
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import '../ui/mantine-inside.css'
import { Questions } from '../alerts/Questions.tsx'
import { createConsoleRouter } from './router.tsx'

export function Inside({ queries }: { queries: QueryClient }) {
  const router = useMemo(() => createConsoleRouter(queries), [queries])
  return (
    <>
      <RouterProvider router={router} />
      <Questions />
    </>
  )
}
