/**
 * The signed amount of payment `p` of account `a`. A payment by the account raises its balance: for
 * clients that is the amount in the report, for settlement accounts it is the amount that comes
 * back.
 */
export const SIGNED_PAYMENT = `(case when (p.payer_id = p.account_id) <> (a.kind = 'SETTLEMENT')
  then p.amount else -p.amount end)`
