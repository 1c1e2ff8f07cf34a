import type { Area } from '../areas/area.ts'
import { addressOf } from '../areas/menu.ts'

/** After `g`: the letter of a page, by the names of the specification. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  h: ['vsa-home', 'vsr-home', 'vsc-home'],
  c: ['vsa-cdr', 'vsc-cdr'],
  a: ['vsa-active-calls', 'vsc-active-calls'],
  t: ['vsa-tariffs', 'vsc-tariffs'],
  r: ['vsa-route-plans'],
  w: ['vsa-gateways', 'vsc-gateways'],
  s: ['vsa-settings', 'vsr-settings', 'vsc-settings'],
}

export function areaPlacesByKey(area: Area): ReadonlyMap<string, string> {
  const found = Object.entries(PAGES).flatMap(([key, names]): [string, string][] => {
    const place = area.places.find((one) => names.includes(one.name))
    const to = place && addressOf(area, place.path)
    return to ? [[key, to]] : []
  })
  return new Map(found)
}

/** What the help lists. */
export const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Search everything'],
  ['?', 'This help'],
  ['g then h', 'Home'],
  ['g then c', 'Calls'],
  ['g then a', 'Active calls'],
  ['g then t', 'Tariffs'],
  ['g then r', 'Route plans'],
  ['g then w', 'Gateways'],
  ['g then s', 'Settings'],
  ['/', 'First filter of a list'],
  ['n', 'Add'],
  ['r', 'Refresh'],
  ['.', 'Pause a live list, or go on'],
  ['[ ]', 'The call above, the call below'],
  ['↑ ↓ PgUp PgDn Home End', 'Move between the rows of a list'],
  ['Enter', 'Open the row'],
  ['Ctrl Enter', 'Save a form'],
  ['Esc', 'Close what is on top'],
]
