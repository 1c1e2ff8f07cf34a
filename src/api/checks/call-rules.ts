// Trace rules and recording rules: accounts and gateways that exist, and few rules.
import { CALL_RULES_MAX } from '#contract/call-rule.ts'
import type { Tx } from '#db/database.ts'
import { countForCallRule } from '#db/routing/call-rules.ts'
import type { Caller } from '../http/caller.ts'
import { badField, Problem } from '../http/problem.ts'

type RuleTable = Parameters<typeof countForCallRule>[1]
type Lists = Parameters<typeof countForCallRule>[2]

/** A rule is about calls of all accounts: only an admin that sees all of them may add one. */
export async function checkNewCallRule(
  tx: Tx,
  table: RuleTable,
  { scope }: Caller,
  lists: Lists,
): Promise<void> {
  if (scope.kind !== 'everything') throw new Problem('not-allowed')
  if ((await checkCallRule(tx, table, lists)) >= CALL_RULES_MAX) {
    throw badField('name', `There are ${CALL_RULES_MAX} rules: delete one first.`)
  }
}

/** Answers how many rules there are. */
export async function checkCallRule(tx: Tx, table: RuleTable, lists: Lists): Promise<number> {
  const { rules, accounts, gateways } = await countForCallRule(tx, table, lists)
  if (accounts !== lists.account_ids.length) {
    throw badField('account_ids', 'One of these accounts does not exist.')
  }
  if (gateways !== lists.gateway_ids.length) {
    throw badField('gateway_ids', 'One of these gateways does not exist.')
  }
  return rules
}
