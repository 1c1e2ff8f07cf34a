// The areas of the console: their paths, and the user types of their logins.
import type { UserType } from '#core/permission/permission.ts'
import { AREA_PATHS } from './area-paths.ts'

export type AreaName = 'admin' | 'reseller' | 'client'

export interface AreaInfo {
  readonly name: AreaName
  /** The first part of every path: `/vsa`, `/vsr`, or nothing. */
  readonly prefix: string
  readonly home: string
  readonly login: string
  readonly settings: string
  readonly login_title: string
  readonly user_type: 'ADMIN' | 'RESELLER' | 'CLIENT'
}

export const AREA_INFO: Readonly<Record<AreaName, AreaInfo>> = {
  admin: {
    name: 'admin',
    prefix: '/vsa',
    ...AREA_PATHS.admin,
    login_title: 'Admin Login',
    user_type: 'ADMIN',
  },
  reseller: {
    name: 'reseller',
    prefix: '/vsr',
    ...AREA_PATHS.reseller,
    login_title: 'Reseller Login',
    user_type: 'RESELLER',
  },
  client: {
    name: 'client',
    prefix: '',
    ...AREA_PATHS.client,
    login_title: 'Client Login',
    user_type: 'CLIENT',
  },
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

/** The pages of admins that clients have too. */
const OF_CLIENTS =
  /^\/vsa\/(settings\/(users|sessions|api-tokens|acl)|monitor\/alarms|exports)(\/|$)/

/**
 * The path of the same page in the area of the user. Resellers have many pages of admins, and
 * clients those about staff, alarms and exports; their screens name the paths of admins.
 */
export function pathFor(type: UserType, path: string): string {
  if (type === 'ADMIN' || areaNameOf(path) !== 'admin') return path
  if (type !== 'RESELLER' && !OF_CLIENTS.test(path)) return path
  return `${AREA_INFO[areaNameFor(type)].prefix}${path.slice(AREA_INFO.admin.prefix.length)}`
}

/**
 * Where a user who opened `path` is redirected, if anywhere: without a session to the login of the
 * area, with one to the same page of the own area, or to the own home from a login.
 */
export function redirectFor(path: string, type: UserType | undefined): string | undefined {
  const here = areaNameOf(path)
  const isLogin = path === AREA_PATHS[here].login
  if (type === undefined) return isLogin ? undefined : AREA_PATHS[here].login
  const own = areaNameFor(type)
  if (isLogin) return AREA_PATHS[own].home
  const to = pathFor(type, path)
  if (areaNameOf(to) !== own) return AREA_PATHS[own].home
  return to === path ? undefined : to
}
