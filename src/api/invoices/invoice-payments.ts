import type * as contract from '#contract/invoices/invoice-payments.ts'
import { formatMoney, type Money } from '#core/money.ts'
import {
  assignPayment,
  findAssignment,
  listAssignable,
  listSettling,
  sumAssigned,
  takeBackAssignment,
} from '#db/invoices/invoice-settlement.ts'
import { findBilled } from '#db/invoices/invoice-work.ts'
import { findInvoice } from '#db/invoices/invoices.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import { changeSettled, noteInvoice, requireIssued } from './change-invoice.ts'

export const invoicePayments: HandlersOf<typeof contract> = {
  async listInvoicePayments({ database, caller, params, query }) {
    return listSettling(
      database,
      found(await findInvoice(database, caller.scope, params.id)),
      query,
    )
  },

  async listAssignablePayments({ database, caller, params }) {
    const { account_id } = found(await findInvoice(database, caller.scope, params.id))
    found(await findBilled(database, caller.scope, account_id))
    return listAssignable(database, account_id)
  },

  assignInvoicePayment: ({ database, params: { id }, body, ...actor }) =>
    changeSettled(database, actor, id, async (tx, { row }) => {
      requireIssued(row)
      const { payment_id, amount } = body
      const [payment] = await listAssignable(tx, row.account_id, payment_id)
      if (!payment) throw badField('payment_id', 'Nothing of this payment can be assigned.')
      const atMost = (left: bigint, of: string) => {
        if (BigInt(amount) <= left) return
        const rest = formatMoney(Number(left) as Money)
        throw badField('amount', `Only ${rest} ${row.currency} of the ${of} is left.`)
      }
      atMost(payment.unassigned, 'payment')
      const assigned = await sumAssigned(tx, id)
      atMost(row.payable - assigned, 'invoice')
      await assignPayment(tx, { ...body, invoice_id: id, created_by: actor.caller.user_id })
      await noteInvoice(tx, actor, 'EXECUTE', row, {
        payment_id: [null, payment_id],
        amount: [null, amount],
      })
      return id
    }),

  takeBackInvoicePayment: ({ database, params: { id, assignment_id }, ...actor }) =>
    changeSettled(database, actor, id, async (tx, { row }) => {
      requireIssued(row)
      const assignment = found(await findAssignment(tx, id, assignment_id))
      const { payment_id, amount } = assignment
      await takeBackAssignment(tx, assignment, actor.caller.user_id)
      await noteInvoice(tx, actor, 'EXECUTE', row, {
        payment_id: [payment_id, null],
        amount: [amount, null],
      })
      return id
    }),
}
