import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#contract/people/session.ts'
import { PERMISSIONS, permissionsOf, type UserType } from '#core/permission/permission.ts'
import { adminArea } from '../areas/admin.tsx'
import { clientArea } from '../areas/client.tsx'
import { resellerArea } from '../areas/reseller.tsx'
import { shortcutsOf } from '../shell/shortcuts.ts'
import { entriesOf, menuOf, pagesOf } from './menu.ts'

const user = { permissions: PERMISSIONS } as unknown as CurrentUser

describe('the pages of an area', () => {
  it.each([adminArea, resellerArea, clientArea])('have titles of their own', (area) => {
    const titles = pagesOf(area, user).map(({ title }) => title)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  it('stand in the order of the menu', () => {
    const links = new Set(adminArea.links.map(({ label }) => label))
    const menu = menuOf(adminArea, user).flatMap((group) =>
      entriesOf(group)
        .filter(({ label }) => !links.has(label))
        .map(({ to }) => to),
    )
    const inMenu = new Set(menu)
    const pages = pagesOf(adminArea, user).map(({ to }) => to)
    expect(pages.filter((to) => inMenu.has(to))).toEqual(menu)
  })

  it('are only those that the user may enter', () => {
    const nobody = { permissions: [] } as unknown as CurrentUser
    expect(pagesOf(adminArea, nobody).map(({ title }) => title)).toEqual(['Settings', 'Exports'])
    const unlocker = { permissions: ['login_locks.view'] } as unknown as CurrentUser
    expect(pagesOf(adminArea, unlocker).map(({ title }) => title)).toEqual([
      'Bans',
      'Settings',
      'Exports',
    ])
  })
})

describe('the menu of an area', () => {
  it('has the groups of the specification, each with entries', () => {
    const groups = menuOf(adminArea, user)
    expect(groups.map(({ label }) => label).join(', ')).toBe(
      'Home, Clients, Tariffs, Route Plan, Terminations, Calls, Failed Calls, Resellers, ' +
        'Monitor, Account, Reports, Logs, Notifications, Settings',
    )
  })

  it('has a submenu within a group', () => {
    const settings = menuOf(adminArea, user).at(-1)
    expect(settings?.items).toContainEqual({
      label: 'ACL',
      items: [
        { label: 'Permission groups', to: '/vsa/settings/acl' },
        { label: 'Assign', to: '/vsa/settings/acl/assign' },
      ],
    })
  })

  it('of clients has gateways for settlement accounts only', () => {
    const labelsOf = (type: UserType) => {
      const client = { permissions: permissionsOf(type) } as unknown as CurrentUser
      return menuOf(clientArea, client).map(({ label }) => label)
    }
    const others = clientArea.groups.filter((group) => group !== 'Gateways')
    expect(labelsOf('WHOLESALE')).toEqual(others)
    expect(labelsOf('RETAIL')).toEqual(others)
    expect(labelsOf('SETTLEMENT')).toEqual(clientArea.groups)
  })

  it.each([adminArea, resellerArea, clientArea])('has no group without an entry', (area) => {
    expect(menuOf(area, user).map(({ label }) => label)).toEqual(area.groups)
  })
})

describe('the keyboard help', () => {
  it.each([
    [adminArea, 'h c a t r w s'],
    [resellerArea, 'h s'],
    [clientArea, 'h c a t s'],
  ])('lists the pages that the area has', (area, keys) => {
    const shortcuts = shortcutsOf(area).map(([key]) => key)
    const pages = shortcuts.filter((key) => key.startsWith('g then '))
    expect(pages.map((key) => key.slice(-1)).join(' ')).toBe(keys)
  })
})
