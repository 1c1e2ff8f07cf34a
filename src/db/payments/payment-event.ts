// The event of a payment, of which people may be notified.
import type { Selectable } from 'kysely'
import { formatMoney } from '#core/money.ts'
import type { Tx } from '../database.ts'
import { insertEvents } from '../notifications/events.ts'
import type { PaymentTable } from '../tables/billing.ts'

export type NewPayment = Omit<Selectable<PaymentTable>, 'id' | 'at' | 'created_at' | 'updated_at'>

/** The others move a balance only. */
const MOVES_MONEY: readonly PaymentTable['kind'][] = ['RECHARGE', 'PAYMENT_MADE']

/** Either side is the account: its parent has received the payment, or the account itself. */
export async function notePayment(
  tx: Tx,
  id: number,
  { account_id, payer_id, amount: value, kind, method, reference }: NewPayment,
): Promise<void> {
  if (!MOVES_MONEY.includes(kind)) return
  const { name, currency } = await tx
    .selectFrom('account')
    .select(['name', 'currency'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const amount = formatMoney(value)
  const isPayer = payer_id === account_id
  await insertEvents(tx, [
    {
      ...{ topic: 'PAYMENT_RECEIVED', phase: 'HAPPENED', severity: 'INFO', alarm_id: null },
      ...{ account_id, subject_kind: 'PAYMENT', subject_id: id, subject_name: name },
      group_key: '',
      sentence: `${amount} ${currency} was received ${isPayer ? 'from' : 'by'} ${name}.`,
      payload: { amount, currency, method, reference },
    },
  ])
}
