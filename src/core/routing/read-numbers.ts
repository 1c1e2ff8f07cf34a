// Called and caller number: read from the headers that the client's profile names, translated,
// normalised and checked (docs/domain/numbers.md).
import { applyCallerIdPolicy } from '../number/caller-id.ts'
import { normaliseNumber } from '../number/normalise-number.ts'
import { matchNumber } from '../number/number-list.ts'
import { type CallNumbers, translate } from '../number/translation.ts'
import { headerUser } from '../number/uri-user.ts'
import type { Invite } from './decision.ts'
import type { Refusal } from './refusal.ts'
import type { Client, RoutingSnapshot, SipUser } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

export interface ReadNumbers {
  readonly called_number: string
  readonly caller_number: string
  /** As the call is rated and routed: `dst` is the called number, `src` the caller's. */
  readonly routed: CallNumbers
  /** The called SIP user, for an on-net call. */
  readonly called_user: SipUser | undefined
  /** Tags of the client and of the matching list items. */
  readonly tags: readonly string[]
}

export type NumbersAnswer =
  | { readonly kind: 'numbers'; readonly numbers: ReadNumbers }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

interface Question {
  readonly snapshot: RoutingSnapshot
  readonly client: Client
  readonly user: SipUser | undefined
  readonly tech_prefix: string
  readonly invite: Invite
  random(): number
}

const refuse = (refusal: Refusal): NumbersAnswer => ({ kind: 'refused', refusal })

export function readNumbers(question: Question, trace: TraceStep[]): NumbersAnswer {
  const { snapshot, client, invite } = question
  const sent = translated(question, trace)
  const called_user = findUser(question, sent.dst)
  const called_number = called_user ? numberOf(called_user) : normaliseNumber(sent.dst)
  if (!called_number) return refuse('NUM_FORMAT')

  const caller = callerOf(question, sent.src)
  if (caller.kind === 'refused') return caller
  const caller_number = caller.number.replace(/^\+/, '')
  trace.push({
    step: 'NUMBER',
    dialled_number: invite.dialled_number,
    called_number,
    caller_number,
  })

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
  const is_refused =
    !client.allow_high_risk && !called_user && isHighRisk(snapshot, called_number, trace)
  if (is_refused) return refuse('DST_HIGH_RISK')
  const routed = { ...sent, dst: called_number, src: caller_number }
  const numbers = { called_number, caller_number, routed, called_user, tags: [...tags] }
  return { kind: 'numbers', numbers }
}

/** Only a refusal leaves a step: nearly all numbers are not on the list. */
function isHighRisk(snapshot: RoutingSnapshot, number: string, trace: TraceStep[]): boolean {
  const list = snapshot.number_lists.get(snapshot.high_risk_list_id ?? 0)
  if (!list) return false
  const { action, tag } = matchNumber(list, number)
  if (action === 'ACCEPT') return false
  trace.push({ step: 'NUMBER_LIST', list: list.name, number, action, tag })
  return true
}

/**
 * The called SIP user: by its number, and for calls of SIP users also by its name. For other
 * callers a name that looks like a number must not replace that number.
 */
function findUser({ snapshot, user }: Question, dialled: string): SipUser | undefined {
  const named = user && snapshot.sip_users.get(dialled.toLowerCase())
  return named ?? snapshot.sip_numbers.get(dialled.replace(/^(\+|00)/, ''))
}

/** SIP users without a number are called by their name. */
const numberOf = (user: SipUser): string => user.number || user.username

/** The numbers after the client's translation. */
function translated(question: Question, trace: TraceStep[]): CallNumbers {
  const { snapshot, client, user } = question
  const numbers = numbersSent(question)
  const translation = snapshot.translations.get(client.translation_id ?? 0)
  if (!translation) return user && numbers.src === '' ? { ...numbers, src: user.number } : numbers
  const { numbers: after, steps } = translate(translation, numbers, question.random())
  for (const { field, before, after: text } of steps) {
    trace.push({ step: 'TRANSLATION', name: translation.name, field, before, after: text })
  }
  return after
}

/** The numbers of the INVITE, from the headers that the client's profile names. */
function numbersSent({ client, user, tech_prefix, invite }: Question): CallNumbers {
  const [pai, diversion] = [headerUser(invite.pai), headerUser(invite.diversion)]
  const dialled = invite.dialled_number.slice(tech_prefix.length)
  const dst = {
    RURI: dialled,
    TO: invite.to_number || dialled,
    DIVERSION: diversion || dialled,
  }[client.dst_from]
  const src = {
    FROM: invite.caller_number,
    FROM_NAME: invite.caller_name || invite.caller_number,
    PAI: pai || invite.caller_number,
    RPID: headerUser(invite.rpid) || invite.caller_number,
  }[client.src_from]
  // A SIP user calls under its name and shows its number.
  const is_own_name = user !== undefined && src.toLowerCase() === user.username.toLowerCase()
  return {
    dst,
    src: is_own_name ? numberOf(user) : src,
    name: user?.display_name || invite.caller_name,
    pai,
    diversion,
  }
}

function callerOf({ snapshot, client, user, invite, random }: Question, number: string) {
  const pool = snapshot.number_lists.get(client.cli_list_id ?? 0)
  const allowed = user ? [numberOf(user), ...user.allowed_callers] : []
  const is_private = /\b(id|user|header|critical)\b/i.test(invite.privacy)
  const rules = { policy: client.cli_policy, pool, allowed }
  return applyCallerIdPolicy(rules, { number, is_private }, random())
}
