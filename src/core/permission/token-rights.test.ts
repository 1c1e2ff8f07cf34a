import { expect, test } from 'vitest'
import { PERMISSIONS } from './permission.ts'
import { ALL_RIGHTS } from './rights.ts'
import { rightsOfToken, TOKEN_PERMISSIONS } from './token-rights.ts'

test('a token has what it was given and its user still has', () => {
  const user = {
    ...ALL_RIGHTS,
    has_all: false,
    permissions: ['tariffs.view', 'bans.view'] as const,
  }
  const rights = rightsOfToken(user, ['tariffs.view', 'gateways.view', 'no.longer'])
  expect(rights.permissions).toEqual(['tariffs.view'])
})

test('a token of a user with all rights does not get those of later versions', () => {
  expect(rightsOfToken(ALL_RIGHTS, ['tariffs.view']).has_all).toBe(false)
})

test('a token cannot change who signs in, even if it was given the right', () => {
  const { permissions } = rightsOfToken(ALL_RIGHTS, PERMISSIONS)
  expect(permissions).toEqual(TOKEN_PERMISSIONS)
  expect(permissions).toContain('users.view')
  for (const one of ['users.execute', 'permission_groups.edit', 'api_tokens.delete'] as const) {
    expect(permissions).not.toContain(one)
  }
})
