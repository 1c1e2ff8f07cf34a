import type { ReactNode } from 'react'

/** The errors of a form, by the path of the field. */
export type FieldErrors = Readonly<Record<string, ReactNode>>

/** Without those of the rules: they refer to positions, which have changed. */
export function withoutRules(errors: FieldErrors): Record<string, ReactNode> {
  const others = Object.entries(errors).filter(([path]) => !path.startsWith('rules'))
  return Object.fromEntries(others)
}
