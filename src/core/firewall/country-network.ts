// Networks of countries, as a country file lists them.

export const ADDRESS_KINDS = ['IPV4', 'IPV6'] as const
export type AddressKind = (typeof ADDRESS_KINDS)[number]

export interface CountryNetwork {
  readonly kind: AddressKind
  readonly first: bigint
  readonly last: bigint
  /** Two letters by ISO 3166. */
  readonly country: string
}

export const COUNTRY_FILE_LIMITS = { bytes: 64_000_000, lines: 1_000_000, line_length: 200 }
