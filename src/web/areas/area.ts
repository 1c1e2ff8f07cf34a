// The shape of an area: its places (route, screen, menu entry) and the groups of its menu.
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import type { CurrentUser } from '#contract/session.ts'
import type { Permission, UserType } from '#core/permission/permission.ts'
import { paths } from './paths.ts'

export type AreaName = 'admin' | 'reseller' | 'client'

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
  /** Further conditions, such as the type of the client. */
  readonly only?: (user: CurrentUser) => boolean
}

export interface Place extends PlaceInfo {
  /** Relative to the area, in the router's notation. */
  readonly path: string
  readonly screen: ComponentType & { preload?: () => Promise<unknown> }
}

/** An entry that leads to a place which has its own entry elsewhere. */
interface MenuLink {
  readonly group: string
  readonly label: string
  readonly to: string
}

export interface Area {
  readonly name: AreaName
  /** The first part of every path: `/vsa`, `/vsr`, or nothing. */
  readonly prefix: string
  readonly home: string
  readonly login: string
  readonly settings: string
  readonly login_name: string
  readonly login_title: string
  readonly user_type: 'ADMIN' | 'RESELLER' | 'CLIENT'
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

export function areaNameOf(path: string): AreaName {
  if (path === '/vsa' || path.startsWith('/vsa/')) return 'admin'
  if (path === '/vsr' || path.startsWith('/vsr/')) return 'reseller'
  return 'client'
}

/** Where a user belongs. */
function areaNameFor(type: UserType): AreaName {
  if (type === 'ADMIN') return 'admin'
  return type === 'RESELLER' ? 'reseller' : 'client'
}

/**
 * Where somebody who opened `path` is sent instead, if anywhere (spec §4): without a user to the
 * login of the area, with one to the own home from another area or from a login.
 */
export function redirectFor(path: string, type: UserType | undefined): string | undefined {
  const here = areaNameOf(path)
  const isLogin = path === paths[here].login
  if (type === undefined) return isLogin ? undefined : paths[here].login
  const own = areaNameFor(type)
  return here !== own || isLogin ? paths[own].home : undefined
}
