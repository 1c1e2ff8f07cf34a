// Which entries of the ledger are billed by invoices (ADR-0029).

/**
 * The sources of the entry `l`: its payment, the entry that it reverses, and that one's payment.
 */
export const ENTRY_SOURCES = `ledger_entry l
  left join payment p on p.id = l.payment_id
  left join ledger_entry o on o.id = l.reverses_id
  left join payment op on op.id = o.payment_id`

/**
 * Calls, packages and adjustments of the account itself. Payments settle invoices, and sales of a
 * reseller are between the reseller and its child.
 */
export const IS_BILLED = `(l.kind in ('CALL', 'PACKAGE') or o.kind in ('CALL', 'PACKAGE')
  or (p.kind = 'ADJUSTMENT' and p.account_id = l.account_id)
  or (op.kind = 'ADJUSTMENT' and op.account_id = l.account_id))`
