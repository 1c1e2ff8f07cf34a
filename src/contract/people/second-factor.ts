// The second factor of the user: codes of an app, and recovery codes for a lost phone.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { instant } from '../primitives.ts'

/** The app gives six digits; a recovery code has sixteen letters and digits. */
export const secondFactorCode = z.string().trim().min(6, 'At least six digits.').max(40)

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/me/second-factor',
  summary: 'Whether the user has a second factor, and must have one',
  needs: 'session',
  before_second_factor: true,
  answer: z.object({
    /** Null without one. */
    since: instant.nullable(),
    is_required: z.boolean(),
    recovery_codes_left: z.number(),
  }),
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/me/second-factor',
  summary: 'Makes the secret for the app; it counts after its first code',
  needs: 'session',
  before_second_factor: true,
  confirm: true,
  answer: z.object({ secret: z.string(), uri: z.string() }),
  secret: true,
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/me/second-factor/confirmation',
  summary: 'Turns the second factor on by its first code, and answers the recovery codes once',
  needs: 'session',
  before_second_factor: true,
  body: z.strictObject({ code: secondFactorCode }),
  answer: recoveryCodes,
  secret: true,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/me/second-factor/recovery-codes',
  summary: 'Replaces all recovery codes by a code of the factor, and answers the new ones once',
  needs: 'session',
  body: z.strictObject({ code: secondFactorCode }),
  answer: recoveryCodes,
  secret: true,
})

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/me/second-factor',
  summary: 'Turns the own second factor off, unless it is required; by a code of it',
  needs: 'session',
  body: z.strictObject({ code: secondFactorCode }),
})

export const resetUserSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/second-factor',
  summary: 'Removes the second factor of an admin who has lost it, and ends all its sessions',
  needs: 'users.execute',
  confirm: true,
  params: idParams,
})

export const resetPortalSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/accounts/:id/second-factor',
  summary: 'The same for the portal user of an account',
  needs: 'accounts.execute',
  confirm: true,
  params: idParams,
})

export const confirmSession = endpoint({
  method: 'POST',
  path: '/api/me/confirmation',
  summary:
    'Proves by the password, or by a code if there is a second factor, that the user of the ' +
    'session is still the one',
  needs: 'session',
  before_second_factor: true,
  body: z.strictObject({ proof: z.string().min(1, 'Required.').max(128) }),
})
