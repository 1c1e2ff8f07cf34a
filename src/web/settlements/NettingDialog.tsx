// Sets off what a partner owes us as a client against what we owe it as a carrier, and records the
// payment of the rest, in one step.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Settlement } from '#contract/accounts/settlements.ts'
import { createNetting, nettingForm } from '#contract/payments/nettings.ts'
import { getPaymentParties } from '#contract/payments/payments.ts'
import { decimalsOf, mostToPay } from '#core/billing/printed-amounts.ts'
import {
  boundedMoney,
  type Fx,
  formatFx,
  formatMoney,
  fx,
  NO_MONEY,
  parseFx,
  parseMoney,
  type Sum,
  SYSTEM_FX,
  toSum,
} from '#core/money.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { makeIdempotencyKey } from '../http/idempotency-key.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { NoteField } from '../payments/NoteField.tsx'
import { TOUCHED_BY_PAYMENTS } from '../payments/PaymentDialog.tsx'
import { RECORDED } from '../payments/payment-labels.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { paidIn } from '../ui/values/format.ts'
import { leftAfter, mostToSetOff } from './left-after.ts'

export interface Partner extends Settlement {
  readonly client_id: number
}

interface NettingDialogProps {
  readonly partner: Partner
  readonly onClose: () => void
}

export function NettingDialog({ partner, onClose }: NettingDialogProps) {
  const carrier = useOne(getPaymentParties, { params: { id: partner.id } })
  const client = useOne(getPaymentParties, { params: { id: partner.client_id } })
  return (
    <Loaded query={carrier}>
      {({ account: of_carrier }) => (
        <Loaded query={client}>
          {({ account: of_client }) => {
            const sides = { carrier: of_carrier, client: of_client }
            const isNothing = of_carrier.balance <= 0n || of_client.balance >= 0n
            return isNothing ? (
              <NothingToSetOff {...sides} onClose={onClose} />
            ) : (
              <NettingForm {...sides} onClose={onClose} />
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

interface Side {
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly fx: Fx
  readonly balance: bigint
}

interface Sides {
  readonly carrier: Side
  readonly client: Side
}

interface NettingFormProps extends Sides {
  readonly onClose: () => void
}

const titleOf = ({ name }: Side) => `Net balances with ${name}`

function NothingToSetOff({ onClose, ...sides }: NettingFormProps) {
  return (
    <Dialog
      title={titleOf(sides.carrier)}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        <DebtTexts {...sides} /> There is nothing to set off.
      </p>
    </Dialog>
  )
}

function NettingForm({ carrier, client, onClose }: NettingFormProps) {
  const [debts] = useState({
    owed_to_them: toSum(carrier.balance),
    owed_to_us: toSum(-client.balance),
  })
  const isOneCurrency = carrier.currency === client.currency
  const [rate, setRate] = useState(() =>
    isOneCurrency ? '1' : formatFx(fx(Math.round((carrier.fx / client.fx) * SYSTEM_FX))),
  )
  const [amount, setAmount] = useState(() =>
    formatMoney(mostToSetOff(debts, parseFx(rate) ?? SYSTEM_FX)),
  )
  // Nothing is booked that is not asked for.
  const [isPaid, setPaid] = useState(false)
  const [idempotency_key] = useState(makeIdempotencyKey)
  const net = useChange(createNetting, {
    errors: 'form',
    also: [...TOUCHED_BY_PAYMENTS, 'payments'],
    done: 'Balances netted.',
  })
  const left = leftAfter(debts, parseMoney(amount) ?? NO_MONEY, parseFx(rate) ?? SYSTEM_FX)
  const rest =
    left.owed_to_us > 0n
      ? restOf('CLIENT', left.owed_to_us, client)
      : restOf('OPERATOR', left.owed_to_them, carrier)
  const hasRest = rest.net_amount > 0n
  const form = useEntityForm({
    schema: nettingForm,
    initial: {
      settlement_id: carrier.id,
      amount,
      rate,
      net_payer: null,
      net_amount: null,
      method: 'bank',
      reference: '',
      note: '',
      idempotency_key,
    },
    save: (body) =>
      net.mutateAsync({
        body:
          isPaid && hasRest
            ? { ...body, net_payer: rest.net_payer, net_amount: boundedMoney(rest.net_amount) }
            : body,
      }),
    onSaved: onClose,
  })
  const sum = form.bind('amount')
  const price = form.bind('rate')
  const payer = rest.net_payer === 'CLIENT' ? 'They pay us' : 'We pay them'
  return (
    <FormDialog title={titleOf(carrier)} form={form} onClose={onClose} save="Net balances">
      <Wide>
        <DebtTexts carrier={carrier} client={client} />
      </Wide>
      <MoneyField
        label="Set off"
        currency={carrier.currency}
        data-autofocus
        {...sum}
        onChange={(text) => {
          sum.onChange(text ?? '')
          setAmount(text ?? '')
        }}
      />
      {!isOneCurrency && (
        <TextInput
          label={`Rate: 1 ${carrier.currency} in ${client.currency}`}
          inputMode="decimal"
          {...price}
          onChange={(event) => {
            price.onChange(event.currentTarget.value)
            setRate(event.currentTarget.value)
          }}
        />
      )}
      <Wide>
        <output>
          Left afterwards: we owe{' '}
          <Amount value={left.owed_to_them} currency={carrier.currency} places={6} />, they owe{' '}
          <Amount value={left.owed_to_us} currency={client.currency} places={6} />.
        </output>
      </Wide>
      {hasRest && (
        <>
          <Wide>
            <SwitchField
              label={`${payer} ${paidIn(rest.net_amount, rest.currency)} now`}
              checked={isPaid}
              onChange={(event) => setPaid(event.currentTarget.checked)}
            />
          </Wide>
          {isPaid && (
            <>
              <SelectField label="Method" choices={RECORDED} {...form.bind('method')} />
              <TextInput label="Reference (optional)" {...form.bind('reference')} />
            </>
          )}
        </>
      )}
      <NoteField {...form.bind('note')} />
    </FormDialog>
  )
}

/** The rest is paid in the decimals of the currency, and no more than is owed. */
const restOf = (net_payer: 'CLIENT' | 'OPERATOR', owed: Sum, { currency }: Side) => ({
  net_payer,
  net_amount: mostToPay(owed, decimalsOf(currency)),
  currency,
})

/** The debts of both sides; one below zero is a credit. */
function DebtTexts({ carrier, client }: Sides) {
  return (
    <>
      <DebtText
        debt={toSum(carrier.balance)}
        currency={carrier.currency}
        owing={`We owe ${carrier.name}`}
        credit="and have a credit of"
      />{' '}
      as a carrier.{' '}
      <DebtText
        debt={toSum(-client.balance)}
        currency={client.currency}
        owing={`${client.name} owes us`}
        credit="and has a credit of"
      />{' '}
      as a client.
    </>
  )
}

interface DebtTextProps {
  readonly debt: Sum
  readonly currency: string
  readonly owing: string
  readonly credit: string
}

function DebtText({ debt, currency, owing, credit }: DebtTextProps) {
  const amount = <Amount value={debt < 0n ? toSum(-debt) : debt} currency={currency} places={6} />
  if (debt === 0n) return `${owing} nothing`
  return debt > 0n ? (
    <>
      {owing} {amount}
    </>
  ) : (
    <>
      {owing} nothing, {credit} {amount}
    </>
  )
}
