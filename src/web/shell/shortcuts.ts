import type { Area } from '../navigation/area.ts'
import { addressOf } from '../navigation/menu.ts'

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

type Shortcut = readonly [keys: string, meaning: string]

/** What the help lists: what works in the area. */
export function shortcutsOf(area: Area): readonly Shortcut[] {
  const pages = [...areaPlacesByKey(area).keys()]
  const hasForms = area.places.some(({ path }) => path.endsWith('/add'))
  // A home page and settings have no list; every other page is one, or leads to one.
  const hasLists = area.places.length > 2
  return [
    ['Ctrl K', 'Search'],
    ['?', 'Keyboard help'],
    ...pages.map((key): Shortcut => [`g then ${key}`, PAGE_NAMES[key] ?? '']),
    ['r', 'Refresh'],
    ...(hasForms ? OF_FORMS : []),
    ...(hasLists ? OF_LISTS : []),
    ['Esc', 'Close dialog or menu'],
  ]
}

const PAGE_NAMES: Readonly<Record<string, string>> = {
  h: 'Home',
  c: 'Calls',
  a: 'Active calls',
  t: 'Tariffs',
  r: 'Route plans',
  w: 'Gateways',
  s: 'Settings',
}

const OF_FORMS: readonly Shortcut[] = [
  ['n', 'Add'],
  ['Ctrl Enter', 'Save form'],
]

const OF_LISTS: readonly Shortcut[] = [
  ['/', 'First filter of the list'],
  ['.', 'Pause or resume a live list'],
  ['[ ]', 'Previous call, next call'],
  ['↑ ↓ PgUp PgDn Home End', 'Move between rows'],
  ['← →', 'Move between cells'],
  ['Enter', 'Open row or link'],
  ['f', 'Filter to this value'],
  ['Shift f', 'Exclude this value'],
  ['c', 'Copy the cell'],
  ['Shift F10', 'Menu of the cell'],
]
