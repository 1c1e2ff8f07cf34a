import { describe, expect, it } from 'vitest'
import { areaNameOf, pathFor, redirectFor } from './area-info.ts'

describe('the area of a path', () => {
  it('is the one whose prefix it has, whole words only', () => {
    expect(areaNameOf('/vsa')).toBe('admin')
    expect(areaNameOf('/vsa/tariffs')).toBe('admin')
    expect(areaNameOf('/vsr/login')).toBe('reseller')
    expect(areaNameOf('/vsabc')).toBe('client')
    expect(areaNameOf('/')).toBe('client')
  })
})

describe('redirects', () => {
  it('send a stranger to the login of the area', () => {
    expect(redirectFor('/vsa/tariffs', undefined)).toBe('/vsa/login')
    expect(redirectFor('/vsr', undefined)).toBe('/vsr/login')
    expect(redirectFor('/cdr', undefined)).toBe('/login')
    expect(redirectFor('/vsa/login', undefined)).toBeUndefined()
  })

  it('send a user home from the areas of others', () => {
    expect(redirectFor('/', 'ADMIN')).toBe('/vsa')
    expect(redirectFor('/vsr', 'ADMIN')).toBe('/vsa')
    expect(redirectFor('/vsa', 'RESELLER')).toBe('/vsr')
    for (const type of ['WHOLESALE', 'RETAIL', 'SETTLEMENT'] as const) {
      expect(redirectFor('/vsa/tariffs', type)).toBe('/')
      expect(redirectFor('/vsr', type)).toBe('/')
      expect(redirectFor('/settings', type)).toBeUndefined()
    }
  })

  it('send a reseller from a page of the admin to its own', () => {
    expect(redirectFor('/vsa/cdr/reseller', 'RESELLER')).toBe('/vsr/cdr/reseller')
    expect(pathFor('RESELLER', '/vsa/cdr/reseller')).toBe('/vsr/cdr/reseller')
    expect(pathFor('RETAIL', '/vsa/cdr/reseller')).toBe('/vsa/cdr/reseller')
    expect(redirectFor('/tariffs', 'RESELLER')).toBe('/vsr')
  })

  it('send a client from a page about staff to its own, and from no other', () => {
    expect(redirectFor('/vsa/settings/users/add', 'RETAIL')).toBe('/settings/users/add')
    expect(pathFor('SETTLEMENT', '/vsa/settings/acl')).toBe('/settings/acl')
    expect(pathFor('WHOLESALE', '/vsa/settings/aclx')).toBe('/vsa/settings/aclx')
    expect(pathFor('WHOLESALE', '/vsa/settings/jobs')).toBe('/vsa/settings/jobs')
  })

  it('leave a user alone in the own area, and do not show the login again', () => {
    expect(redirectFor('/vsa/no/such/page', 'ADMIN')).toBeUndefined()
    expect(redirectFor('/vsa/login', 'ADMIN')).toBe('/vsa')
  })
})
