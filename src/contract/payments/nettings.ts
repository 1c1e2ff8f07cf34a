// Netting with a bilateral partner: what it owes us as a client and what we owe it as a carrier are
// set off against each other, and the rest is paid.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'
import { payment, RECORDED_METHODS } from './payments.ts'

const moreThanNothing = is.moneyText.refine((amount) => amount > 0, 'Must be more than 0.')

export const nettingForm = z
  .strictObject({
    settlement_id: is.id,
    /**
     * The amount set off, in the currency of the settlement account: at most the debt of each side.
     */
    amount: moreThanNothing,
    /** The value of a unit of the settlement account's currency in the client's. */
    rate: is.fxText.refine((rate) => rate > 0, 'Must be more than 0.'),
    /**
     * The payment of what is left, recorded in the same step: by the client to us, or by us to the
     * carrier, in the currency of that account. Null if it comes later.
     */
    net_payer: z.enum(['CLIENT', 'OPERATOR']).nullable(),
    net_amount: moreThanNothing.nullable(),
    method: z.enum(RECORDED_METHODS),
    reference: is.text(100),
    note: is.text(500),
    /** Made by the form once, so that a second click does not set off twice. */
    idempotency_key: z.uuid(),
  })
  .refine(({ net_payer, net_amount }) => (net_payer === null) === (net_amount === null), {
    path: ['net_amount'],
    message: 'A net payment has a payer and an amount.',
  })

export const createNetting = endpoint({
  method: 'POST',
  path: '/api/nettings',
  summary: 'Sets off what a partner owes as a client against what we owe it as a carrier',
  needs: 'payments.create',
  body: nettingForm,
  /** The payments of the settlement account, of the client, and of the remainder. */
  answer: z.array(payment),
})
