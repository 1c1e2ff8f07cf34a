// The cost of a call to a number by the rates of the own account, for its minutes and its time.
import { Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { type CallCost, COST_SECONDS_MAX, getCallCost } from '#contract/tariffs/number-rates.ts'
import { formatPercent } from '#core/money.ts'
import { prefixName } from '../columns/prefix-name.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { Amount, Price } from '../ui/values/Amount.tsx'
import { TimeFilter } from './TimeFilter.tsx'

const MINUTE = 60
const MINUTES_MAX = COST_SECONDS_MAX / MINUTE

interface CallCostNoteProps {
  readonly tariff_id: number
  readonly number: string
}

export function CallCostNote({ tariff_id, number }: CallCostNoteProps) {
  const [minutes, setMinutes] = useState<number | string>(5)
  const [at, setAt] = useState<string>()
  const whole = Math.min(Math.max(Math.round(Number(minutes) || 1), 1), MINUTES_MAX)
  const query = { number, seconds: whole * MINUTE, ...(at && { at }) }
  const cost = useOne(getCallCost, { params: { tid: tariff_id }, query }, { keepsLast: true })
  return (
    <Group component="section" aria-label="Cost of a call" align="end" gap={10}>
      <NumberInput
        label="Minutes"
        w={110}
        min={1}
        max={MINUTES_MAX}
        allowDecimal={false}
        value={minutes}
        onChange={setMinutes}
      />
      <TimeFilter at={at} onChange={setAt} />
      <Loaded query={cost}>
        {(found) => (
          <output>
            {found ? <Sentence cost={found} number={number} /> : `No rate for ${number} then.`}
          </output>
        )}
      </Loaded>
    </Group>
  )
}

function Sentence({ cost, number }: { readonly cost: CallCost; readonly number: string }) {
  const { prefix, destination, rate, currency, blocked, net, amount, vat_percent } = cost
  return (
    <>
      A call to <span className="mono">{number}</span> is rated by prefix{' '}
      <strong className="mono">{prefixName(prefix)}</strong> {destination}
      {blocked ? (
        ', but refused: this rate is blocked.'
      ) : (
        <>
          {' '}
          at <Price value={rate} currency={currency} /> per minute; it costs{' '}
          <strong>
            <Amount value={amount} currency={currency} />
          </strong>{' '}
          incl. {formatPercent(vat_percent)} % VAT (<Amount value={net} currency={currency} />{' '}
          without).
        </>
      )}
    </>
  )
}
