// The menu of an area for one user: the groups in their order, without those that are empty.
import type { CurrentUser } from '#contract/people/session.ts'
import type { Area, Place, PlaceInfo } from './area.ts'

export interface MenuItem {
  readonly label: string
  readonly to: string
}

/** A group, or a submenu of one. */
export interface MenuGroup {
  readonly label: string
  readonly items: readonly (MenuItem | MenuGroup)[]
}

export const isGroup = (item: MenuItem | MenuGroup): item is MenuGroup => 'items' in item

/** The entries of a group and of its submenus. */
export const entriesOf = ({ items }: MenuGroup): readonly MenuItem[] =>
  items.flatMap((item) => (isGroup(item) ? entriesOf(item) : [item]))

/** A menu entry cannot fill in a parameter. */
const hasParameter = ({ path }: Place): boolean => path.includes('$')

export const mayEnter = ({ permissions }: CurrentUser, { needs }: PlaceInfo): boolean =>
  !needs || [needs].flat().some((one) => permissions.includes(one))

interface Page {
  readonly title: string
  readonly to: string
  /** It adds something. */
  readonly isAction: boolean
}

/** Every page that has an address, in the order of the menu; a form to add follows its list. */
export function pagesOf(area: Area, user: CurrentUser): Page[] {
  const rankOf = ({ path, menu }: Place): number => {
    const above = menu ?? area.places.find((list) => path === `${list.path}/add`)?.menu
    return above ? area.groups.indexOf(above.group) : area.groups.length
  }
  return area.places
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .filter((place) => !hasParameter(place) && mayEnter(user, place))
    .map(({ title, path }) => ({ title, to: path, isAction: path.endsWith('/add') }))
}

interface Placed {
  readonly group: string
  readonly submenu: string | undefined
  readonly item: MenuItem
}

/** In their order; a submenu comes in the place of its first entry. */
function itemsOf(entries: readonly Placed[]): MenuGroup['items'] {
  return entries.flatMap(({ submenu, item }, at): MenuGroup['items'] => {
    if (submenu === undefined) return [item]
    const items = entries.filter((entry) => entry.submenu === submenu)
    return items[0] === entries[at] ? [{ label: submenu, items: items.map((one) => one.item) }] : []
  })
}

export function menuOf(area: Area, user: CurrentUser): MenuGroup[] {
  const placed = area.places.flatMap((place): Placed[] => {
    const { menu, title, path: to } = place
    if (!menu || hasParameter(place) || !mayEnter(user, place)) return []
    const { group, submenu, label = title } = menu
    return [{ group, submenu, item: { label, to } }]
  })
  const permitted = area.links.filter(({ needs }) => user.permissions.includes(needs))
  const links = permitted.map(({ group, label, to }): Placed => {
    return { group, submenu: undefined, item: { label, to } }
  })
  const entries = [...placed, ...links]
  return area.groups
    .map((label) => ({ label, items: itemsOf(entries.filter(({ group }) => group === label)) }))
    .filter((group) => group.items.length > 0)
}
