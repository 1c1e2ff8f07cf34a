import type { ReactNode } from 'react'

/** Without the errors of one list: they refer to positions, which have changed. */
export function withoutErrorsOf(
  errors: Readonly<Record<string, ReactNode>>,
  list: string,
): Record<string, ReactNode> {
  const others = Object.entries(errors).filter(
    ([path]) => path !== list && !path.startsWith(`${list}.`),
  )
  return Object.fromEntries(others)
}
