// The captcha is a proof of work: no puzzle, nothing from outside, and each solution is good once.
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getCaptcha } from '#contract/people/session.ts'
import { redeemCaptcha } from '#db/people/captchas.ts'
import { keyFor } from '#db/secrets/signatures.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'

const LIFETIME_MS = 5 * 60_000
/** Some 50 000 hashes: a tenth of a second for a browser, and minutes for thousands of tries. */
const WORK = 50_000

const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().max(200),
  number: z.number().int().min(0).max(WORK),
  salt: z.string().max(200),
  signature: z.string().max(200),
})

const keyOf = (sessionKey: string): string => keyFor('captcha', sessionKey).toString('hex')

export async function makeCaptcha(context: AppContext): Promise<AnswerOf<typeof getCaptcha>> {
  const challenge = await createChallenge({
    algorithm: 'SHA-256',
    hmacKey: keyOf(context.sessionKey),
    maxnumber: WORK,
    expires: new Date(context.clock.now_ms() + LIFETIME_MS),
  })
  return { ...challenge, maxnumber: WORK }
}

/** True for a solved challenge of ours that was not handed in before. */
export async function isCaptchaSolved(context: AppContext, captcha: string): Promise<boolean> {
  const { database, sessionKey, clock } = context
  const solved = solution.safeParse(parseJson(Buffer.from(captcha, 'base64').toString()))
  if (!solved.success) return false
  if (!(await verifySolution(solved.data, keyOf(sessionKey)))) return false
  const expires_at = toInstant(clock.now_ms() + LIFETIME_MS)
  return redeemCaptcha(database, { signature: solved.data.signature, expires_at })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
