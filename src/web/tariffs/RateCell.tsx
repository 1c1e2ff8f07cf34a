// The price of a rate in the list, changed in its cell: a double click or Enter opens it, Enter
// saves, Escape cancels. A fault is shown at the cell.
import { TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import {
  type TariffRate,
  tariffRateForm,
  updateTariffRate,
} from '#contract/tariffs/tariff-rates.ts'
import { prefixName } from '../columns/prefix-name.ts'
import { formValues } from '../forms/form-values.ts'
import { fieldMessageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Price } from '../ui/values/Amount.tsx'
import { formatPrice } from '../ui/values/format.ts'
import styles from './TariffRate.module.css'

export function RateCell({ rate }: { rate: TariffRate }) {
  const [isOpen, setOpen] = useState(false)
  const shown = `${formatPrice(rate.rate)} ${rate.currency}`
  if (isOpen) return <Editor rate={rate} onClose={() => setOpen(false)} />
  return (
    <UnstyledButton
      className={styles.price}
      tabIndex={-1}
      // Speech input names a button by what it shows.
      aria-label={`${shown}, change the rate of ${prefixName(rate.prefix)}`}
      title="Double click to change"
      data-edits
      onDoubleClick={() => setOpen(true)}
      // A key clicks without a pointer.
      onClick={(event) => event.detail === 0 && setOpen(true)}
    >
      <Price value={rate.rate} currency={rate.currency} />
    </UnstyledButton>
  )
}

function Editor({ rate, onClose }: { rate: TariffRate; onClose: () => void }) {
  const [before] = useState(() => formValues(tariffRateForm, rate))
  const [value, setValue] = useState(before.rate)
  const [fault, setFault] = useState<string>()
  const update = useChange(updateTariffRate, { errors: 'form', done: 'Rate saved.' })
  const save = () => {
    const { data: body, error } = tariffRateForm.safeParse({ ...before, rate: value })
    if (!body) return setFault(error.issues[0]?.message)
    return update.mutate(
      { params: { tid: rate.tariff_id, id: rate.id }, body: { ...body, version: rate.version } },
      { onSuccess: onClose, onError: (failure) => setFault(fieldMessageOf(failure)) },
    )
  }
  return (
    <TextInput
      classNames={{ error: styles.fault }}
      inputMode="decimal"
      autoComplete="off"
      aria-label={`Rate of ${prefixName(rate.prefix)}`}
      size="xs"
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      value={value}
      error={fault}
      readOnly={update.isPending}
      onChange={(event) => setValue(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key !== 'Escape') return
        event.currentTarget.closest('td')?.focus()
        onClose()
      }}
    />
  )
}
