// Shows at once what strip and prepend make of a number, by the rule that the switch itself uses.
import { TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { z } from 'zod'
import type { gatewayForm } from '#contract/routing/gateways.ts'
import { changeDigits } from '#core/number/change-digits.ts'
import styles from './DigitsExample.module.css'

type Values = z.input<typeof gatewayForm>

interface DigitsExampleProps {
  readonly form: {
    readonly getValues: () => Values
    readonly watch: (
      field: 'strip_digits' | 'prepend',
      onChange: (change: { value: unknown }) => void,
    ) => void
  }
}

export function DigitsExample({ form }: DigitsExampleProps) {
  const [number, setNumber] = useState('442071838750')
  const [digits, setDigits] = useState(() => digitsOf(form.getValues()))
  form.watch('strip_digits', ({ value }) => {
    setDigits((before) => ({ ...before, strip_digits: Number(value ?? 0) }))
  })
  form.watch('prepend', ({ value }) => {
    setDigits((before) => ({ ...before, prepend: String(value) }))
  })
  const sent = changeDigits(digits, number)
  const id = useId()
  return (
    <div className={styles.example}>
      <TextInput
        label="Example number"
        inputMode="numeric"
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value.replace(/\D/g, '').slice(0, 15))}
      />
      <IconArrowRight size={18} aria-hidden className="muted" />
      <div>
        <div id={id} className={styles.label}>
          Sent as
        </div>
        <output aria-labelledby={id} className="mono">
          {sent || <span className="danger">empty</span>}
        </output>
      </div>
    </div>
  )
}

const digitsOf = ({ strip_digits, prepend }: Values) => ({
  strip_digits: strip_digits ?? 0,
  prepend,
})
