// The brand of a reseller: title, colours and images by which it and all below it see the console.
import type { ThemeColors } from '../theme-colors.ts'

export const BRAND_IMAGES = ['LOGO', 'DARK_LOGO', 'FAVICON'] as const
export type BrandImage = (typeof BRAND_IMAGES)[number]

/** Fields that are null are inherited. Images are the hashes of their bytes. */
export interface Brand {
  readonly title: string | null
  readonly colors: ThemeColors | null
  readonly logo: string | null
  readonly dark_logo: string | null
  readonly favicon: string | null
  readonly support_email: string | null
  readonly terms_url: string | null
}

export const NO_BRAND: Brand = {
  title: null,
  colors: null,
  logo: null,
  dark_logo: null,
  favicon: null,
  support_email: null,
  terms_url: null,
}

/** Each field from the nearest brand that has one; `brands` begin with the own, or the nearest. */
export function inheritBrand(brands: readonly Brand[]): Brand {
  const nearest = <Name extends keyof Brand>(name: Name): Brand[Name] =>
    brands.find((brand) => brand[name] !== null)?.[name] ?? NO_BRAND[name]
  // The logo for dark pages belongs to the other one: alone, it would be that of another one.
  const { logo, dark_logo } = brands.find((brand) => brand.logo !== null) ?? NO_BRAND
  return {
    title: nearest('title'),
    colors: nearest('colors'),
    logo,
    dark_logo,
    favicon: nearest('favicon'),
    support_email: nearest('support_email'),
    terms_url: nearest('terms_url'),
  }
}

/** A name in the DNS has at most 253 characters, also that of the record in front of it. */
export const DOMAIN_MAX = 241
const HOST_MAX = 253
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** Its last part is no number, so no address is one. */
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?=[a-z0-9-]*[a-z])${LABEL}$`)

export const isDomain = (text: string): boolean => text.length <= DOMAIN_MAX && DOMAIN.test(text)

/** Where the text must be that proves a domain. */
export const recordNameOf = (domain: string): string => `_softswitch.${domain}`

/** The domain that a Host header names, however hostile; undefined if it cannot be one. */
export function domainOfHost(host: string | undefined): string | undefined {
  // With a port, and with the dot of the root.
  if (host === undefined || host.length > HOST_MAX + 7) return undefined
  const domain = host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
  return isDomain(domain) ? domain : undefined
}
