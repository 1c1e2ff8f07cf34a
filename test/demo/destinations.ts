// Where one can call: the country codes of ITU-T E.164, and prefixes of mobile networks of most of
// them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Destination {
  readonly prefix: string
  readonly name: string
  readonly is_mobile: boolean
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
      { prefix: code, name, is_mobile: false },
      ...prefixes.map((more) => ({ prefix: code + more, name: `${name} mobile`, is_mobile: true })),
    ]
  })
