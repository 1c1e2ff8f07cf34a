// The test of a route by a user who does not see all calls: the caller is one of the own accounts,
// and a reseller has the two sides of the call that are its own.
import type { BodyOf } from '#contract/endpoint.ts'
import type { RouteTest, testRoute } from '#contract/routing/route-tests.ts'
import { FAILURE_WORDS, failureOf } from '#core/call/failure-reason.ts'
import type { Decision } from '#core/routing/decision.ts'
import { isAccountInTree } from '#db/accounts/account-profile.ts'
import type { Database } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import type { Caller } from '../http/caller.ts'
import { badField } from '../http/problem.ts'

type Form = BodyOf<typeof testRoute>

const UNKNOWN = {
  client: ['client_id', 'Select a client.'],
  sip_user: ['username', 'No active SIP user has this name.'],
  address: ['source_ip', 'None of your clients has this address.'],
} as const

/** Refuses a caller who is not one of the scope, with the same words as one that does not exist. */
export async function checkSeen(
  database: Database,
  scope: Scope,
  { by }: Form,
  decision: Decision,
): Promise<void> {
  if (scope.kind === 'everything') return
  const { account_id = null } = decision.kind === 'challenged' ? {} : decision.identity
  const isSeen = account_id !== null && (await isAccountInTree(database, scope, account_id))
  const [field, message] = UNKNOWN[by]
  if (!isSeen) throw badField(field, message)
}

const ROUTED = 'The call has a route.'
const NO_OWN_FUNDS = 'Your own balance does not cover the call.'

/** The sides of the account right below the reseller and of its own, and nothing above. */
export function ownSidesOf(result: RouteTest, { account_id, field_rights }: Caller): RouteTest {
  const own = result.payers.find((payer) => payer.account_id === account_id)
  const below = result.payers.find(({ depth }) => depth === (own?.depth ?? 0) - 1)
  const payers = [
    // The margin of the account below is its business.
    ...(below && field_rights.includes('sale') ? [{ ...below, margin: null }] : []),
    ...(own && field_rights.includes('reseller_cost') ? [own] : []),
  ]
  return { ...result, payers, text: textOf(result, own?.longest_seconds === 0) }
}

function textOf({ outcome, refusal, sip_code }: RouteTest, lacksFunds: boolean): string {
  if (outcome === 'routed') return ROUTED
  if (outcome === 'challenged') return 'The caller is challenged for username and password.'
  if (refusal === 'BALANCE_RESELLER' && lacksFunds) return NO_OWN_FUNDS
  const failure = failureOf({ status: 'REJECTED', refusal, sip_code })
  return failure === null ? '' : FAILURE_WORDS[failure].text
}
