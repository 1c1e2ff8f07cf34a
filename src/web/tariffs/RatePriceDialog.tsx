// Changes the price of several rates at once, with a preview of some.
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { changeTariffRates, ratePriceChange, type TariffRate } from '#contract/tariff-rates.ts'
import type { Tariff } from '#contract/tariffs.ts'
import type { Rate } from '#core/money.ts'
import { raiseRate } from '#core/tariff/raise-rate.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Price } from '../ui/Amount.tsx'
import { PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { count, NONE } from '../ui/format.ts'
import { TableHead } from '../ui/TableHead.tsx'
import { prefixName } from './prefix-name.ts'
import styles from './RatePriceDialog.module.css'

interface RatePriceDialogProps {
  readonly tariff: Tariff
  readonly rates: readonly TariffRate[]
  readonly onClose: () => void
  readonly onDone: () => void
}

const PRICE_CHANGES = [
  { value: 'percent', label: 'By percent' },
  { value: 'rate', label: 'New rate' },
]
const SHOWN = 5

/** What is typed, as far as it can be read. */
type Typed = z.input<typeof ratePriceChange>

const EMPTY: Readonly<Record<string, Typed>> = {
  percent: { percent: '', rate: null },
  rate: { percent: null, rate: '' },
}

export function RatePriceDialog({ tariff, rates, onClose, onDone }: RatePriceDialogProps) {
  const [way, setWay] = useState('percent')
  const [typed, setTyped] = useState<Typed>()
  const change = useChange(changeTariffRates, { errors: 'form' })
  const form = useEntityForm({
    schema: ratePriceChange,
    initial: { percent: '', rate: null },
    onChange: setTyped,
    save: (body) =>
      change.mutateAsync({
        params: { tid: tariff.id },
        body: { ...body, ids: rates.map(({ id }) => id), blocked: null },
      }),
    onSaved: onDone,
  })
  const choose = (next: string) => {
    setWay(next)
    form.form.setValues(EMPTY[next] ?? {})
  }
  const { data } = ratePriceChange.safeParse(typed)
  const after = (row: TariffRate): Rate | null =>
    data?.percent != null ? raiseRate(row.rate, data.percent) : (data?.rate ?? null)
  return (
    <FormDialog
      title={`Change ${count(rates.length, 'rate', 'rates')}`}
      form={form}
      save="Change"
      onClose={onClose}
    >
      <Wide>
        <SegmentedControl aria-label="Change" data={PRICE_CHANGES} value={way} onChange={choose} />
      </Wide>
      {way === 'percent' ? (
        <PercentField
          label="Change"
          placeholder="-5"
          description="First increment rates and tiers change, too"
          data-autofocus
          {...form.bind('percent')}
        />
      ) : (
        <RateField
          label="Rate"
          currency={tariff.currency}
          description="First increment rates and tiers stay"
          {...form.bind('rate')}
        />
      )}
      <Wide>
        <table className={styles.preview} aria-label="Preview">
          <TableHead columns={['Prefix', 'Destination', 'Now', 'New']} />
          <tbody>
            {rates.slice(0, SHOWN).map((row) => (
              <tr key={row.id}>
                <td className="mono">{prefixName(row.prefix)}</td>
                <td>{row.destination || NONE}</td>
                <td>
                  <Price value={row.rate} currency={tariff.currency} />
                </td>
                <td>
                  <Price value={after(row)} currency={tariff.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rates.length > SHOWN && (
          <span className="muted">
            and {count(rates.length - SHOWN, 'other rate', 'other rates')}
          </span>
        )}
      </Wide>
    </FormDialog>
  )
}
