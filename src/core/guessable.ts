// Passwords that an attacker finds by trying likely ones first: known ones, words and names with
// years and signs, repetitions, rows of keys.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Words that the login page suggests, and years. */
const OURS =
  'softswitch soft switch console admin administrator operator carrier telecom voip telephone ' +
  'kamailio rtpengine spring summer autumn winter welcome'

const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** The best mark of zxcvbn: more than ten thousand million tries. */
const GOOD = 4

/** `names`: of the user, the account and the company, which attackers try next. */
export function isGuessable(password: string, names: readonly string[]): boolean {
  const words = [OURS, ...names].flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
  return (
    estimate.check(
      password,
      words.filter((word) => word.length > 2),
    ).score < GOOD
  )
}
