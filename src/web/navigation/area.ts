// The shape of an area: its places (route, screen, menu entry) and the groups of its menu.
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import type { Action, Permission } from '#core/permission/permission.ts'
import type { AreaInfo } from './area-info.ts'

/** The properties of a route that the rest of the console reads: menu, titles, search, guard. */
export interface PlaceInfo {
  readonly title: string
  /** One of several is enough. */
  readonly needs?: Permission | readonly Permission[]
  /** The permission to save a form: without it, the form can only be read. */
  readonly edits?: Permission
  readonly menu?: MenuEntry
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly place?: PlaceInfo
  }
}

interface MenuEntry {
  readonly group: string
  /** Within the group, with the others of this name. */
  readonly submenu?: string
  /** Without it, the title. */
  readonly label?: string
}

export interface Place extends PlaceInfo {
  /** From `paths`, with the names of its parameters in place of their values: `…/$id/edit`. */
  readonly path: string
  readonly screen: ComponentType & { preload?: () => Promise<unknown> }
}

/** An entry that leads to a part of a page. */
interface MenuLink {
  readonly group: string
  readonly label: string
  readonly to: string
  readonly needs: Permission
}

export interface Area extends AreaInfo {
  /** In the order of the menu. */
  readonly groups: readonly string[]
  readonly places: readonly Place[]
  readonly links: readonly MenuLink[]
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A place with its screen, which is loaded when it is first needed. */
export function place<Props extends object>(
  path: string,
  info: PlaceInfo,
  load: Load<Props>,
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

interface EntityPaths {
  readonly list: string
  readonly add: string
  readonly edit: (id: string) => string
}

interface EntityInfo {
  /** The title of the list, in the menu too. */
  readonly title: string
  /** One of them in a sentence, such as `tariff`. */
  readonly noun: string
  /** The group of the menu. */
  readonly group: string
  readonly submenu?: string
  /** Whose permissions to view, to create and to edit are needed. */
  readonly needs: Permission extends infer P ? (P extends `${infer Of}.create` ? Of : never) : never
  readonly list: Load<object>
  readonly form: Load<object>
}

/** The list of things of one kind, and the form that adds and changes one. */
export function entityPlaces(to: EntityPaths, entity: EntityInfo): readonly Place[] {
  const { title, noun, group, submenu, list, form } = entity
  const menu = { group, ...(submenu && { submenu }) }
  const may = (action: Action) => `${entity.needs}.${action}` as Permission
  return [
    place(to.list, { title, needs: may('view'), menu }, list),
    place(to.add, { title: `Add ${noun}`, needs: may('create') }, form),
    place(to.edit('$id'), { title: `Edit ${noun}`, needs: may('view'), edits: may('edit') }, form),
  ]
}
