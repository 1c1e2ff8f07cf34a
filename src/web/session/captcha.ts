// The proof of work that the server requires after failed logins (altcha's first protocol): find
// the number whose hash with the salt is the challenge.
import { sha256Hex } from './sha-256.ts'

export interface Challenge {
  readonly algorithm: string
  readonly challenge: string
  readonly maxnumber: number
  readonly salt: string
  readonly signature: string
}

export function solve({ challenge, salt, maxnumber }: Challenge): number | undefined {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (sha256Hex(`${salt}${number}`) === challenge) return number
  }
  return undefined
}

/** The text that the login sends as `captcha`. */
export function payloadOf(solved: Challenge, number: number): string {
  const { algorithm, challenge, salt, signature } = solved
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
}

/** Solves in a worker, so that the page stays alive. */
export function solveInWorker(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number | undefined>) => {
      if (data === undefined) reject(new Error('The captcha has no solution.'))
      else resolve(payloadOf(challenge, data))
    }
    worker.onerror = () => reject(new Error('Captcha check failed.'))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
