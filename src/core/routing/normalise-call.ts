// Called and caller number: read from the headers that the client's profile names, translated,
// normalised and checked (docs/domain/numbers.md).
import { applyCallerIdPolicy, isPrivate } from '../number/caller-id.ts'
import { normaliseNumber, withoutMark } from '../number/normalise-number.ts'
import { matchNumber } from '../number/number-list.ts'
import { type CallNumbers, translate } from '../number/translation.ts'
import { headerUser } from '../number/uri-user.ts'
import type { Invite, Moment, RefusedStage } from './decision.ts'
import type { KnownCaller } from './identify-caller.ts'
import type { Refusal } from './refusal.ts'
import type { RoutingSnapshot, SipUser } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

export interface NormalisedStage {
  readonly kind: 'normalised'
  /** As the call is rated and routed. */
  readonly numbers: CallNumbers
  /** The called SIP user, for an on-net call. */
  readonly called_user: SipUser | undefined
  /** Tags of the client and of the matching list items. */
  readonly tags: readonly string[]
  readonly trace: readonly TraceStep[]
}

export function normaliseCall(
  snapshot: RoutingSnapshot,
  caller: KnownCaller,
  invite: Invite,
  { random }: Moment,
): NormalisedStage | RefusedStage {
  const trace: TraceStep[] = []
  const refuse = (refusal: Refusal): RefusedStage => ({ kind: 'refused', refusal, trace })
  const { client } = caller
  const translated = translateNumbers(snapshot, caller, numbersOf(caller, invite), random)
  trace.push(...translated.trace)
  const called_user = findUser(snapshot, caller, translated.numbers.called_number)
  const called_number = called_user
    ? numberOf(called_user)
    : normaliseNumber(translated.numbers.called_number)
  if (!called_number) return refuse('NUM_FORMAT')
  const shown = shownCaller(snapshot, caller, invite, translated.numbers.caller_number, random)
  if (shown.kind === 'refused') return refuse(shown.refusal)
  const caller_number = withoutMark(shown.number)
  const { dialled_number } = invite
  trace.push({ step: 'NUMBER', dialled_number, called_number, caller_number })

  const tags = new Set(client.tags)
  for (const [list_id, number, refusal] of [
    [client.dst_list_id, called_number, 'DST_LIST'],
    [client.src_list_id, caller_number, 'SRC_LIST'],
  ] as const) {
    const list = snapshot.number_lists.get(list_id ?? 0)
    if (!list) continue
    const { action, tag } = matchNumber(list, number)
    trace.push({ step: 'NUMBER_LIST', list: list.name, number, action, tag })
    if (action === 'REJECT') return refuse(refusal)
    if (tag !== '') tags.add(tag)
  }
  const high_risk =
    client.allow_high_risk || called_user ? [] : highRiskSteps(snapshot, called_number)
  trace.push(...high_risk)
  if (high_risk.length > 0) return refuse('DST_HIGH_RISK')
  const numbers = { ...translated.numbers, called_number, caller_number }
  return { kind: 'normalised', numbers, called_user, tags: [...tags], trace }
}

/** Only a refusal leaves a step: nearly all numbers are not on the list. */
function highRiskSteps(snapshot: RoutingSnapshot, number: string): TraceStep[] {
  const list = snapshot.number_lists.get(snapshot.high_risk_list_id ?? 0)
  if (!list) return []
  const { action, tag } = matchNumber(list, number)
  if (action === 'ACCEPT') return []
  return [{ step: 'NUMBER_LIST', list: list.name, number, action, tag }]
}

/**
 * The called SIP user: by its number, and for calls of SIP users also by its name. For other
 * callers a name that looks like a number must not replace that number.
 */
function findUser(
  { sip_users, sip_numbers }: RoutingSnapshot,
  { user }: KnownCaller,
  dialled: string,
): SipUser | undefined {
  const named = user && sip_users.get(dialled.toLowerCase())
  return named ?? sip_numbers.get(dialled.replace(/^(\+|00)/, ''))
}

/** SIP users without a number are called by their name. */
const numberOf = (user: SipUser): string => user.number || user.username

/** The numbers after the client's translation. */
function translateNumbers(
  { translations }: RoutingSnapshot,
  { client, user }: KnownCaller,
  numbers: CallNumbers,
  random: () => number,
): { numbers: CallNumbers; trace: TraceStep[] } {
  const translation = translations.get(client.translation_id ?? 0)
  if (!translation) {
    const is_anonymous = user !== undefined && numbers.caller_number === ''
    return {
      numbers: is_anonymous ? { ...numbers, caller_number: user.number } : numbers,
      trace: [],
    }
  }
  const { numbers: translated, steps } = translate(translation, numbers, random())
  const { name } = translation
  const trace = steps.map(({ field, before, after }): TraceStep => {
    return { step: 'TRANSLATION', name, field, before, after }
  })
  return { numbers: translated, trace }
}

/** The numbers of the INVITE, from the headers that the client's profile names. */
function numbersOf({ client, user, row }: KnownCaller, invite: Invite): CallNumbers {
  const [pai, diversion] = [headerUser(invite.pai), headerUser(invite.diversion)]
  const dialled = invite.dialled_number.slice(row?.tech_prefix.length ?? 0)
  const called_number = {
    RURI: dialled,
    TO: invite.to_number || dialled,
    DIVERSION: diversion || dialled,
  }[client.dst_from]
  const caller_number = {
    FROM: invite.caller_number,
    FROM_NAME: invite.caller_name || invite.caller_number,
    PAI: pai || invite.caller_number,
    RPID: headerUser(invite.rpid) || invite.caller_number,
  }[client.src_from]
  // A SIP user calls under its name and shows its number.
  const is_own_name =
    user !== undefined && caller_number.toLowerCase() === user.username.toLowerCase()
  return {
    called_number,
    caller_number: is_own_name ? numberOf(user) : caller_number,
    caller_name: user?.display_name || invite.caller_name,
    pai,
    diversion,
  }
}

/** The caller's number under the policy of the client. */
function shownCaller(
  { number_lists }: RoutingSnapshot,
  { client, user }: KnownCaller,
  invite: Invite,
  number: string,
  random: () => number,
) {
  const pool = number_lists.get(client.cli_list_id ?? 0)
  const allowed = user ? [numberOf(user), ...user.allowed_callers] : []
  const rules = { policy: client.cli_policy, pool, allowed }
  return applyCallerIdPolicy(rules, { number, is_private: isPrivate(invite) }, random())
}
