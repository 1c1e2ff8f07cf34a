// The shape of an area: its places (route, screen, menu entry) and the groups of its menu.
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import type { Permission } from '#core/permission/permission.ts'
import type { AreaInfo } from './area-info.ts'

/** What the rest of the console reads off a route: menu, titles, search, the guard. */
export interface PlaceInfo {
  /** The route's name in the specification. */
  readonly name: string
  readonly title: string
  readonly needs?: Permission
  readonly menu?: MenuEntry
}

interface MenuEntry {
  readonly group: string
  readonly label: string
}

export interface Place extends PlaceInfo {
  /** Relative to the area, in the router's notation. */
  readonly path: string
  readonly screen: ComponentType & { preload?: () => Promise<unknown> }
}

/** An entry that the specification names and that leads to the home page until it is built. */
interface MenuLink {
  readonly group: string
  readonly label: string
  readonly to: string
}

export interface Area extends AreaInfo {
  /** In the order of the menu. */
  readonly groups: readonly string[]
  readonly places: readonly Place[]
  readonly links: readonly MenuLink[]
}

/** A place with its screen, which is loaded when it is first needed. */
export function place<Props extends object>(
  path: string,
  info: PlaceInfo,
  load: () => Promise<{ default: ComponentType<Props> }>,
  ...props: object extends Props ? [] : [Props]
): Place {
  const screen = lazyRouteComponent(async () => {
    const { default: Screen } = await load()
    return { default: withProps(Screen, props[0]) }
  })
  return { path, ...info, screen: screen as Place['screen'] }
}

function withProps<Props extends object>(
  Screen: ComponentType<Props>,
  props: Props | undefined,
): ComponentType {
  const Bound = Screen as ComponentType<object>
  return function ScreenOfPlace() {
    return createElement(Bound, props)
  }
}
