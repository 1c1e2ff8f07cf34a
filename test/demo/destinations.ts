// Destinations: the country codes of ITU-T E.164, with prefixes of the mobile networks of most.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Destination {
  readonly prefix: string
  readonly name: string
  readonly is_mobile: boolean
  /** The country code. */
  readonly country: string
}

/** Code and name of a country, and what follows the code in mobile numbers. */
const COUNTRIES = readFileSync(join(import.meta.dirname, 'data', 'destinations.csv'), 'utf8')

/** Every country once, and once for each of its mobile prefixes. */
export const DESTINATIONS: readonly Destination[] = COUNTRIES.trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [code = '', name = '', mobile = ''] = line.split(',')
    const prefixes = mobile.split(' ').filter(Boolean)
    return [
      { prefix: code, name, is_mobile: false, country: code },
      ...prefixes.map((more) => ({
        prefix: code + more,
        name: `${name} mobile`,
        is_mobile: true,
        country: code,
      })),
    ]
  })
