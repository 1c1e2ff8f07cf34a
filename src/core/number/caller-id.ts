// The caller number that a call shows, and whether the client may show it
// (docs/domain/numbers.md, N5).
import { type NumberList, pickFrom } from './number-list.ts'

export const CLI_POLICIES = ['PASS', 'FORCE', 'REQUIRE_E164', 'REJECT_ANONYMOUS'] as const
export type CliPolicy = (typeof CLI_POLICIES)[number]

export interface ShownCaller {
  /** As received; empty when none was sent. */
  readonly number: string
  /** The caller has requested privacy, with or without a number. */
  readonly is_private: boolean
}

export interface CallerRules {
  readonly policy: CliPolicy
  /** The numbers that FORCE shows. */
  readonly pool: NumberList | undefined
  /** All that this caller may show; empty allows every number. */
  readonly allowed: readonly string[]
}

export type CallerAnswer =
  | { readonly kind: 'caller'; readonly number: string }
  | { readonly kind: 'refused'; readonly refusal: 'CLI_ANONYMOUS' | 'CLI_REQUIRED' }

/**
 * Whether the caller has requested privacy: in the Privacy header (RFC 3323, RFC 3325), or, without
 * one, in the Remote-Party-ID of older systems (draft-ietf-sip-privacy-04).
 */
export function isPrivate({ privacy, rpid }: { privacy: string; rpid: string }): boolean {
  if (privacy.trim() !== '') return /\b(id|user|header|critical)\b/i.test(privacy)
  return rpid
    .split(/,(?![^<]*>)/)
    .filter((one) => !/;\s*party\s*=\s*called\b/i.test(one))
    .some((one) => /;\s*privacy\s*=\s*"?(full|uri)\b/i.test(one))
}

const NAMES_OF_NOBODY = /^(anonymous|unknown|unavailable|restricted|private|withheld)?$/i

export const isAnonymous = ({ number, is_private }: ShownCaller): boolean =>
  is_private || NAMES_OF_NOBODY.test(number)

/** Digits without the marks of an international number, + or 00. */
const digitsOf = (number: string): string => number.replace(/^(\+|00)/, '')

/** E.164: a country code and a number, 15 digits at most; the shortest of the world have 7. */
const isE164 = (number: string): boolean => /^[1-9]\d{6,14}$/.test(digitsOf(number))

/** An anonymous caller is left to the policy. */
export function isAllowedCaller(allowed: readonly string[], caller: ShownCaller): boolean {
  if (allowed.length === 0 || isAnonymous(caller)) return true
  const digits = digitsOf(caller.number)
  return allowed.some((number) => digitsOf(number) === digits)
}

/** The number to show, or why the call is refused; `random`, 0 to below 1, picks from the pool. */
export function applyCallerIdPolicy(
  { policy, pool, allowed }: CallerRules,
  caller: ShownCaller,
  random: number,
): CallerAnswer {
  if (policy === 'FORCE') return force(pool, caller, random)
  if (policy !== 'PASS' && isAnonymous(caller)) return refuse('CLI_ANONYMOUS')
  if (policy === 'REQUIRE_E164' && !isE164(caller.number)) return refuse('CLI_REQUIRED')
  if (!isAllowedCaller(allowed, caller)) return refuse('CLI_REQUIRED')
  return { kind: 'caller', number: caller.number }
}

/** A number of the pool stays; every other gives way to one of it. */
function force(pool: NumberList | undefined, caller: ShownCaller, random: number): CallerAnswer {
  if (!pool) return refuse('CLI_REQUIRED')
  const digits = digitsOf(caller.number)
  const isOfPool = pool.items.get(digits)?.some(({ action }) => action === 'ACCEPT') ?? false
  if (digits !== '' && isOfPool && pool.status === 'active') {
    return { kind: 'caller', number: caller.number }
  }
  const number = pickFrom(pool, random)
  return number === undefined ? refuse('CLI_REQUIRED') : { kind: 'caller', number }
}

const refuse = (refusal: 'CLI_ANONYMOUS' | 'CLI_REQUIRED'): CallerAnswer => ({
  kind: 'refused',
  refusal,
})
