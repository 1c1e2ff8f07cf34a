import type { Area } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { admin, client } = paths

/** After `g`: the letter of a page. */
const pathsByKey = ({ name, home, settings }: Area): Readonly<Record<string, string>> => ({
  h: home,
  c: name === 'client' ? client.callRecords : admin.callRecords('all'),
  a: name === 'client' ? client.activeCalls : admin.activeCalls,
  t: name === 'client' ? client.tariffs : admin.tariffs.list,
  r: admin.routePlans.list,
  w: admin.gateways.list,
  s: settings,
})

/** Those that the area has. */
export function areaPlacesByKey(area: Area): ReadonlyMap<string, string> {
  const known = new Set(area.places.map(({ path }) => path))
  return new Map(Object.entries(pathsByKey(area)).filter(([, path]) => known.has(path)))
}

type Shortcut = readonly [keys: string, meaning: string]

/** The shortcuts that the help lists: those that work in the area. */
export function shortcutsOf(area: Area): readonly Shortcut[] {
  const pages = [...areaPlacesByKey(area).keys()]
  const hasForms = area.places.some(({ path }) => path.endsWith('/add'))
  return [
    ['Ctrl K', 'Search'],
    ['?', 'Keyboard help'],
    ...pages.map((key): Shortcut => [`g then ${key}`, PAGE_NAMES[key] ?? '']),
    ['r', 'Refresh'],
    ...(hasForms ? OF_FORMS : []),
    ...OF_LISTS,
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
