import { useSupplier } from './session.ts'

interface BrandLink {
  readonly href: string
  readonly label: string
}

/** The support and the terms of the reseller or the operator that the user buys from. */
export function useBrandLinks(): readonly BrandLink[] {
  const data = useSupplier()
  return [
    data?.support_email && { href: `mailto:${data.support_email}`, label: 'Support' },
    data?.terms_url && { href: data.terms_url, label: 'Terms' },
  ].filter((link) => !!link)
}
