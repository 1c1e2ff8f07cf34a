import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Permission } from '#core/permission/permission.ts'
import { useMay } from '../session/session.ts'

interface PermittedLinkProps {
  readonly to: string
  /** Of the page behind it. */
  readonly needs: Permission
  readonly className?: string
  readonly children: ReactNode
}

/** A link for users who may open the page; for others, only its text. */
export function PermittedLink({ to, needs, className, children }: PermittedLinkProps) {
  if (!useMay(needs)) return <span className={className}>{children}</span>
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}
