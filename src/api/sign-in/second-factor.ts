// Codes of the second factor: six digits of an app (RFC 6238), or a recovery code, each for one
// use.
import { createHash } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Database } from '#db/database.ts'
import { findSecondFactor, redeemRecoveryCode, redeemTimeStep } from '#db/people/second-factors.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import { randomLetters } from '../http/random.ts'

/** A code of the step before or after, because clocks of phones differ. */
const TOLERANCE_SECONDS = 30
const RECOVERY_CODES = 10
/** 80 bits, without letters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 16

type Context = Pick<AppContext, 'clock' | 'secretKeys'> & { readonly database: Database }

export function makeSecret(username: string, issuer: string) {
  const secret = generateSecret()
  return { secret, uri: generateURI({ issuer, label: username, secret }) }
}

const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')
const hashOf = (code: string): Buffer => createHash('sha256').update(plain(code)).digest()

export function makeRecoveryCodes() {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    randomLetters(LETTERS, RECOVERY_LENGTH).replace(/(.{4})(?=.)/g, '$1-'),
  )
  return { codes, hashes: codes.map(hashOf) }
}

/** Whether the code is right; it is used up then. */
export async function redeemCode(
  context: Context,
  user_id: number,
  code: string,
): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  return /^\d{6}$/.test(token)
    ? redeemAppCode(context, user_id, token)
    : redeemRecoveryCode(context.database, user_id, hashOf(code), toInstant(context.clock.now_ms()))
}

async function redeemAppCode(
  { database, clock, secretKeys }: Context,
  user_id: number,
  token: string,
): Promise<boolean> {
  const factor = await findSecondFactor(database, user_id)
  const secret = factor && secretKeys.decrypt('second_factor.secret', factor.secret)
  if (!secret) return false
  const epoch = Math.floor(clock.now_ms() / 1000)
  const found = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS })
  return found.valid && 'timeStep' in found && redeemTimeStep(database, user_id, found.timeStep)
}
