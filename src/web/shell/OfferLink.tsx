import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '../session/Link.tsx'
import type { Offer } from './first-call-steps.ts'

/** Leads to a form of a step, filled in with what is known already. */
export function OfferLink({ offer, ...button }: ButtonProps & { readonly offer: Offer }) {
  const { label, to, search, hash } = offer
  return (
    <Button
      component={Link}
      {...button}
      to={to}
      {...(search && { search: search as never })}
      {...(hash && { hash })}
    >
      {label}
    </Button>
  )
}
