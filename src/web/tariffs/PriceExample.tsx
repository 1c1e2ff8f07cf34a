// Shows at once what a call costs by what is typed, by the arithmetic that the switch itself uses.
import { useState } from 'react'
import type { Tariff } from '#contract/tariffs/tariffs.ts'
import type { Money } from '#core/money.ts'
import { DurationField } from '../ui/form/NumberField.tsx'
import { formatExactAmount, NONE } from '../ui/values/format.ts'
import { exampleCharge, type RateValues } from './price-example.ts'
import styles from './TariffRate.module.css'

const DAY_SECONDS = 86_400

interface PriceExampleProps {
  readonly tariff: Tariff
  readonly values: RateValues
}

export function PriceExample({ tariff, values }: PriceExampleProps) {
  const [seconds, setSeconds] = useState<number | null>(90)
  const charge = exampleCharge(tariff, values, Math.min(seconds || 0, DAY_SECONDS))
  return (
    <div className={styles.example}>
      <DurationField label="Call duration" w={150} value={seconds} onChange={setSeconds} />
      <output>
        {charge ? (
          <>
            {charge.amount < 0 ? 'Credit ' : 'Charge '}
            <strong className="mono">
              {formatExactAmount(Math.abs(charge.amount) as Money)} {tariff.currency}
            </strong>
            <div className="muted">{charge.billed_seconds} seconds billed.</div>
          </>
        ) : (
          <span className="muted">{NONE} enter a rate</span>
        )}
      </output>
    </div>
  )
}
