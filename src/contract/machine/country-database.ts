import { z } from 'zod'
import { ADDRESS_KINDS, COUNTRY_FILE_LIMITS } from '#core/firewall/country-network.ts'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

const path = '/api/firewall-zones/country-database'

const countryFile = z.object({
  /** The kind of addresses whose country comes from the file. */
  kind: z.enum(ADDRESS_KINDS),
  file_name: z.string(),
  /** When its data was published, as entered with the upload. */
  published_at: is.instant,
  networks_count: z.number(),
  countries_count: z.number(),
  uploaded_by: z.string(),
  uploaded_at: is.instant,
})

export const countryDatabase = z.object({
  /** The date of the built-in database, which has the other addresses. */
  built_in_at: is.instant,
  files: z.array(countryFile),
})
export type CountryDatabase = z.output<typeof countryDatabase>

export const getCountryDatabase = endpoint({
  method: 'GET',
  path,
  summary: 'By which data addresses have a country: the built-in database, and uploaded files',
  needs: 'firewall_zones.view',
  answer: countryDatabase,
})

export const uploadCountryFile = endpoint({
  method: 'POST',
  path,
  summary: 'Replaces countries of addresses by a CSV file: network,country or first,last,country',
  needs: 'firewall_zones.edit',
  query: z.strictObject({ file_name: is.name(200), published_at: is.instant }),
  file_max: COUNTRY_FILE_LIMITS.bytes,
  answer: countryDatabase,
})

export const removeCountryFiles = endpoint({
  method: 'DELETE',
  path,
  summary: 'Returns to the built-in country database',
  needs: 'firewall_zones.edit',
  answer: countryDatabase,
})
