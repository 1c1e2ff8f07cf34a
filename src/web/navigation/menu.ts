// The menu of an area for one user: the groups in their order, without those that are empty.
import type { CurrentUser } from '#contract/session.ts'
import type { Area, Place, PlaceInfo } from './area.ts'

export interface MenuItem {
  readonly label: string
  readonly to: string
  /** It is named already and leads to the home page until then. */
  readonly isComing: boolean
}

export interface MenuGroup {
  readonly label: string
  readonly items: readonly MenuItem[]
}

/** A menu entry cannot fill in a parameter. */
const hasParameter = ({ path }: Place): boolean => path.includes('$')

const mayEnter = (user: CurrentUser, place: PlaceInfo): boolean =>
  !place.needs || user.permissions.includes(place.needs)

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

export function menuOf(area: Area, user: CurrentUser): MenuGroup[] {
  const placed = area.places.flatMap((place) => {
    const { menu, title, path: to } = place
    if (!menu || hasParameter(place) || !mayEnter(user, place)) return []
    return [{ group: menu.group, label: menu.label ?? title, to, isComing: false }]
  })
  const entries = [...placed, ...area.links.map((link) => ({ ...link, isComing: true }))]
  return area.groups
    .map((label) => ({
      label,
      items: entries
        .filter((entry) => entry.group === label)
        .map(({ label, to, isComing }) => ({ label, to, isComing })),
    }))
    .filter((group) => group.items.length > 0)
}
