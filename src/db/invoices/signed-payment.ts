/**
 * Of payment `p` of account `a`. What an account pays raises its balance: of clients that is what
 * the report counts, of settlement accounts it is what comes back.
 */
export const SIGNED_PAYMENT = `(case when (p.payer_id = p.account_id) <> (a.kind = 'SETTLEMENT')
  then p.amount else -p.amount end)`
