import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#contract/session.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { adminArea } from './admin.tsx'
import { clientArea } from './client.tsx'
import { menuOf, pagesOf } from './menu.ts'
import { resellerArea } from './reseller.tsx'

const user = { permissions: PERMISSIONS } as unknown as CurrentUser

describe('the pages of an area', () => {
  it.each([adminArea, resellerArea, clientArea])('have titles of their own', (area) => {
    const titles = pagesOf(area, user).map(({ title }) => title)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  it('stand in the order of the menu', () => {
    const links = new Set(adminArea.links.map(({ label }) => label))
    const menu = menuOf(adminArea, user).flatMap(({ items }) =>
      items.filter(({ label }) => !links.has(label)).map(({ to }) => to),
    )
    const inMenu = new Set(menu)
    const pages = pagesOf(adminArea, user).map(({ to }) => to)
    expect(pages.filter((to) => inMenu.has(to))).toEqual(menu)
  })

  it('are only those that the user may enter', () => {
    const nobody = { permissions: [] } as unknown as CurrentUser
    expect(pagesOf(adminArea, nobody).map(({ title }) => title)).toEqual(['Settings'])
  })
})
