// The country of an address, by a MaxMind DB file of an npm package.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Reader, type Response } from 'mmdb-lib'

export interface CountryDatabase {
  readonly built_at: string
  /** Two letters by ISO 3166; null if the address has no country, such as a private one. */
  countryOf(address: string): string | null
}

const PACKAGED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Files of MaxMind and others have the code deeper than that of the package. */
type Row = Response & {
  readonly country_code?: string
  readonly country?: { readonly iso_code?: string }
}

/** Throws if the bytes are no MaxMind DB. */
export function openCountryDatabase(bytes: Buffer): CountryDatabase {
  const reader = new Reader<Row>(bytes)
  return {
    built_at: reader.metadata.buildEpoch.toISOString(),
    countryOf(address) {
      const row = reader.get(address)
      return row?.country_code ?? row?.country?.iso_code ?? null
    },
  }
}

export async function readPackagedCountries(): Promise<CountryDatabase> {
  const path = createRequire(import.meta.url).resolve(PACKAGED)
  return openCountryDatabase(await readFile(path))
}
