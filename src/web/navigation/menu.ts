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

/** A menu entry cannot fill in a parameter, so only places without one have an address. */
export function addressOf(area: Area, path: string): string | undefined {
  if (path.includes('$')) return undefined
  return path === '/' ? area.home : `${area.prefix}/${path}`
}

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
    .flatMap((place) => {
      const to = addressOf(area, place.path)
      if (!to || !mayEnter(user, place)) return []
      return [{ title: place.title, to, isAction: place.path.endsWith('/add') }]
    })
}

export function menuOf(area: Area, user: CurrentUser): MenuGroup[] {
  const placed = area.places.flatMap((place) => {
    const to = addressOf(area, place.path)
    if (!place.menu || !to || !mayEnter(user, place)) return []
    return [{ group: place.menu.group, label: place.menu.label, to, isComing: false }]
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
