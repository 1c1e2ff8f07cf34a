// Keys by which programs use the API for a user, with a part of its rights.
import { z } from 'zod'
import { PERMISSIONS, USER_TYPES } from '#core/permission/permission.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const API_TOKENS_PER_USER = 50

export const apiTokenForm = z.strictObject({
  name: is.name(80),
  /** Permissions that the user lacks at the time of a request do not count. */
  permissions: z.array(z.enum(PERMISSIONS)).min(1, 'Required.'),
  /** Empty is any address that the user may have. */
  allowed_networks: is.networks,
  expires_at: is.instant.nullable(),
})

export const apiToken = apiTokenForm.extend({
  id: is.id,
  /** The first letters of the token. */
  prefix: z.string(),
  is_expired: z.boolean(),
  last_used_at: is.instant.nullable(),
  last_used_ip: z.string().nullable(),
  created_at: is.instant,
})
export type ApiToken = z.output<typeof apiToken>

export const userApiToken = apiToken.extend({
  username: z.string(),
  type: z.enum(USER_TYPES),
  /** The account of a portal user. */
  account_name: z.string().nullable(),
})
export type UserApiToken = z.output<typeof userApiToken>

export const listOwnApiTokens = endpoint({
  method: 'GET',
  path: '/api/me/api-tokens',
  summary: 'The own API tokens',
  needs: 'session',
  answer: z.array(apiToken),
})

export const createApiToken = endpoint({
  method: 'POST',
  path: '/api/me/api-tokens',
  summary: 'Makes an API token with rights that the caller has; only this answer has the token',
  needs: 'session',
  confirm: true,
  body: apiTokenForm,
  answer: apiToken.extend({ token: z.string() }),
  secret: true,
})

export const revokeOwnApiToken = endpoint({
  method: 'DELETE',
  path: '/api/me/api-tokens/:id',
  summary: 'Revokes an own API token',
  needs: 'session',
  params: idParams,
})

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/api-tokens',
  summary: 'The API tokens of all users that are not revoked',
  needs: 'api_tokens.view',
  list: true,
  query: listQuery(['username', 'name', 'expires_at', 'last_used_at', 'created_at'], {
    type: z.enum(USER_TYPES).optional(),
  }),
  answer: z.array(userApiToken),
})

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/api/api-tokens/:id',
  summary: 'Revokes the API token of any user',
  needs: 'api_tokens.delete',
  params: idParams,
})
