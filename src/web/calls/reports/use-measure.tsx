// The measure that the chart of a report shows: chosen by tabs, and kept in the address.
import type { ReactNode } from 'react'
import { useAddress } from '../../lists/use-address.ts'
import { useUser } from '../../session/session.ts'
import { PresetTabs } from '../../ui/PresetTabs.tsx'

const LABELS = {
  calls: 'Calls',
  quality: 'ASR and NER',
  minutes: 'Minutes',
  money: 'Money',
} as const
export type Measure = keyof typeof LABELS

/** One of them is enough. */
const OF_MONEY = ['own_charges', 'turnover', 'margin'] as const
const CHOICES = Object.entries(LABELS).map(([value, label]) => ({ value, label }))
const isMeasure = (text: string | undefined): text is Measure =>
  text !== undefined && Object.hasOwn(LABELS, text)

interface ChosenMeasure {
  readonly measure: Measure
  /** The title of the chart. */
  readonly titleIn: (currency: string) => string
  readonly tabs: ReactNode
}

export function useMeasure(): ChosenMeasure {
  const { address, write } = useAddress()
  const { field_rights } = useUser()
  const seesMoney = OF_MONEY.some((right) => field_rights.includes(right))
  const asked = isMeasure(address.chart) ? address.chart : 'calls'
  const measure = asked === 'money' && !seesMoney ? 'calls' : asked
  return {
    measure,
    titleIn: (currency) => (measure === 'money' ? `Money, ${currency}` : LABELS[measure]),
    tabs: (
      <PresetTabs
        label="What the chart shows"
        choices={CHOICES.filter(({ value }) => value !== 'money' || seesMoney)}
        value={measure}
        onChange={(next) => write({ chart: next === 'calls' ? undefined : next })}
      />
    ),
  }
}
