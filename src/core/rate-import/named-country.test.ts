import { describe, expect, test } from 'vitest'
import { COUNTRY_CODES } from '../number/country.ts'
import { CountryNames, countryConflictOf } from './named-country.ts'

const names = new CountryNames()

describe('the country of a name', () => {
  test.each([
    ['Canada - Ottawa', 'CA'],
    ['USA - NY', 'US'],
    ['UK mobile', 'GB'],
    ['United Kingdom-Jersey Mobile', 'GB'],
    ['Guinea Equatorial Mobile', 'GQ'],
    ['Guinea-Bissau', 'GW'],
    ['GUINEA', 'GN'],
    ['Niger', 'NE'],
    ['Nigeria Lagos', 'NG'],
    ['Dominican Republic', 'DO'],
    ['Dominica', 'DM'],
    ['Samoa American', 'AS'],
    ['U.S. Virgin Islands', 'VI'],
    ['Virgin Islands (British)', 'VG'],
    ['Congo - Kinshasa', 'CD'],
    ['Congo', 'CD CG'],
    ['Côte d’Ivoire (Orange)', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['Ivory Coast', 'CI'],
    ['Deutschland Mobilfunk', 'DE'],
    ['Espagne mobile', 'ES'],
    ['Alemanha', 'DE'],
    ['Estados Unidos', 'US'],
    ['USA - New Mexico', 'US'],
    ['New Jersey', ''],
    ['Proper', ''],
    ['', ''],
    ['Indiana', ''],
  ])('%s: %s', (name, countries) => {
    expect([...names.countriesNamed(name)].toSorted().join(' ')).toBe(countries)
  })

  test('is that of each country by its own English name', () => {
    const display = new Intl.DisplayNames('en', { type: 'region' })
    const wrong = [...new Set(COUNTRY_CODES.values())].filter(
      (country) => !names.countriesNamed(`${display.of(country)} - Mobile`).has(country),
    )
    expect(wrong).toEqual([])
  })
})

describe('a name and a code', () => {
  const of = (name: string, prefix: string, deck = '') => {
    const found = countryConflictOf(names.countriesNamed(name), prefix, deck)
    return found ? `${found.named_country} ${found.code_country}` : ''
  }

  test.each([
    ['Canada', '226', 'CA BF'],
    ['Canada - Ottawa', '613', 'CA AU'],
    ['USA - NY', '646', 'US NZ'],
    ['UK mobile', '7400', 'GB RU'],
    ['Canada', '1613', ''],
    ['USA', '1613', 'US CA'],
    ['USA', '1', ''],
    ['Kazakhstan', '7', ''],
    ['Kazakhstan', '77', ''],
    ['Jersey mobile', '447797', ''],
    ['Vatican City', '39', ''],
    ['Congo', '242', ''],
    ['Georgia', '995', ''],
    ['Proper', '613', ''],
    ['Canada', '', ''],
    ['Canada', '999', ''],
  ])('%s with %s: %s', (name, prefix, found) => {
    expect(of(name, prefix)).toBe(found)
  })

  test('agree where the code deck says so', () => {
    expect(of('Kosovo mobile', '37744')).toBe('XK MC')
    expect(of('Kosovo mobile', '37744', 'XK')).toBe('')
  })
})
