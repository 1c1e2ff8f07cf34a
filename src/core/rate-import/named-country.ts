// The country that the name of a destination says, and whether the code is of another one: a second
// witness for the codes of a file.
import { COUNTRY_CODES, callingCodeOf, countryOf } from '../number/country.ts'

/** In which price lists are written. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt'] as const

/** Names that ICU has not, or that may be each of several countries. */
const OTHER_NAMES = `
US usa, united states of america, us
GB uk, great britain, england, jersey, guernsey, isle of man|AE uae, emirates, emirates uae
CD congo democratic republic, drc, congo dr, zaire, congo|CG congo|KR korea republic, korea
KP korea dpr, korea|CI ivory coast|CZ czech republic|MK macedonia|MM myanmar, burma|SZ swaziland
CV cape verde|TR turkey|TL east timor, timor|LA lao|IT vatican, vatican city
VI virgin islands us, virgin islands|VG virgin islands uk, virgin islands|PS palestine
BQ bonaire|HK hong kong|MO macau, macao|RU russian federation|SY syrian arab republic
MD moldova republic|CW antilles, netherlands antilles, curacao
SX antilles, saint martin, st martin|GE georgia|US georgia|PF polynesia|GF guiana|BA bosnia
TT trinidad|ST sao tome|AG antigua|KN saint kitts, st kitts, nevis|LC saint lucia
VC saint vincent, st vincent|PM saint pierre|TC turks|WF wallis|SH saint helena
IR iran islamic republic|TZ tanzania united republic|VE venezuela bolivarian republic
FM micronesia federated states|BO bolivia plurinational state`

/** Names within which a country is named that is not meant. */
const NO_COUNTRY = /\b(new (jersey|mexico|england)|(jordan|cuba|mexico|lebanon) city)\b/g

/** Words without accents, dots and apostrophes: `U.S. Virgin Islands` has three. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .toLowerCase()
    .replace(NO_COUNTRY, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
const FILLERS: ReadonlySet<string> = new Set('and of the und et y e de la del der'.split(' '))

interface NamedCountry {
  readonly words: readonly string[]
  readonly countries: Set<string>
}

/** Names by their first word in the alphabet, so that a name is looked up by each of its words. */
function knownNames(): ReadonlyMap<string, readonly NamedCountry[]> {
  const names = new Map<string, NamedCountry>()
  const add = (name: string, country: string) => {
    const words = wordsOf(name).toSorted()
    const key = words.join(' ')
    const one = names.get(key) ?? { words, countries: new Set<string>() }
    one.countries.add(country)
    if (words.length > 0) names.set(key, one)
  }
  const countries = new Set(COUNTRY_CODES.values())
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const country of countries) add(display.of(country) ?? '', country)
  }
  for (const line of OTHER_NAMES.trim().split(/[|\n]/)) {
    const [country = '', ...rest] = line.split(' ')
    for (const name of rest.join(' ').split(',')) add(name, country)
  }
  return Map.groupBy(names.values(), ({ words }) => words[0] ?? '')
}

/** The rows of a file have few names between them. */
const DESTINATIONS_MAX = 10_000

/** All countries by their names; making it takes some milliseconds. */
export class CountryNames {
  readonly #known = knownNames()
  readonly #destinations = new Map<string, ReadonlySet<string>>()

  /**
   * The countries (ISO 3166) that the name of a destination may say; none if it names no country.
   * Several, as for Congo, if the name leaves it open.
   */
  countriesNamed(destination: string): ReadonlySet<string> {
    const found = this.#destinations.get(destination) ?? this.#find(destination)
    if (this.#destinations.size >= DESTINATIONS_MAX) this.#destinations.clear()
    this.#destinations.set(destination, found)
    return found
  }

  #find(destination: string): ReadonlySet<string> {
    const words = wordsOf(destination)
    const all = new Set(words)
    let best: NamedCountry | undefined
    let best_at = 0
    for (const word of all) {
      for (const one of this.#known.get(word) ?? []) {
        if (!one.words.every((each) => all.has(each))) continue
        const at = Math.min(...one.words.map((each) => words.indexOf(each)))
        const longer = one.words.length - (best?.words.length ?? 0)
        if (longer < 0 || (longer === 0 && at >= best_at)) continue
        best = one
        best_at = at
      }
    }
    return best?.countries ?? NONE
  }
}

const NONE: ReadonlySet<string> = new Set()

export interface CountryConflict {
  /** By the name of the row. */
  readonly named_country: string
  /** By its code. */
  readonly code_country: string
}

/**
 * Whether a code is of a country that its name does not say. Countries that share a country code,
 * as Russia and Kazakhstan, are no conflict; those of the North American plan are.
 * `deckCountry` is that of the code deck, empty if it has none.
 */
export function countryConflictOf(
  named: ReadonlySet<string>,
  prefix: string,
  deckCountry = '',
): CountryConflict | undefined {
  const code_country = deckCountry || countryOf(prefix)
  const [named_country] = named
  if (named_country === undefined || code_country === '' || named.has(code_country))
    return undefined
  const calling = callingCodeOf(prefix)
  const shares = [...named].some((country) => hasCallingCode(country, calling))
  return shares && calling !== '1' ? undefined : { named_country, code_country }
}

const hasCallingCode = (country: string, calling: string): boolean =>
  [...COUNTRY_CODES].some(([code, of]) => of === country && callingCodeOf(code) === calling)
