// Sets off what a partner owes us as a client against what we owe it as a carrier, and records the
// payment of the rest, in one step.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Settlement } from '#contract/accounts/settlements.ts'
import { createNetting, nettingForm } from '#contract/payments/nettings.ts'
import { getPaymentParties } from '#contract/payments/payments.ts'
import {
  boundedMoney,
  type Fx,
  formatFx,
  formatMoney,
  fx,
  NO_MONEY,
  NO_SUM,
  parseFx,
  parseMoney,
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
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { Amount } from '../ui/values/Amount.tsx'
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
          {({ account: of_client }) => (
            <NettingForm carrier={of_carrier} client={of_client} onClose={onClose} />
          )}
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

interface NettingFormProps {
  readonly carrier: Side
  readonly client: Side
  readonly onClose: () => void
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
  const [isPaid, setPaid] = useState(true)
  const [idempotency_key] = useState(makeIdempotencyKey)
  const net = useChange(createNetting, {
    errors: 'form',
    also: [...TOUCHED_BY_PAYMENTS, 'payments'],
    done: 'Balances netted.',
  })
  const left = leftAfter(debts, parseMoney(amount) ?? NO_MONEY, parseFx(rate) ?? SYSTEM_FX)
  const rest =
    left.owed_to_us > 0n
      ? ({ net_payer: 'CLIENT', net_amount: left.owed_to_us, currency: client.currency } as const)
      : ({
          net_payer: 'OPERATOR',
          net_amount: left.owed_to_them,
          currency: carrier.currency,
        } as const)
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
    <FormDialog
      title={`Net balances with ${carrier.name}`}
      form={form}
      onClose={onClose}
      save="Net balances"
    >
      <Wide>
        We owe it <Amount value={debts.owed_to_them} currency={carrier.currency} places={6} /> as a
        carrier. {client.name} owes us{' '}
        <Amount value={debts.owed_to_us} currency={client.currency} places={6} /> as a client.
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
              label={`${payer} ${formatMoney(rest.net_amount ?? NO_SUM)} ${rest.currency} now`}
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
