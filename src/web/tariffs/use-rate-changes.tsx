// What can be done with several rates at once.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { changeTariffRates, deleteTariffRates, type TariffRate } from '#contract/tariff-rates.ts'
import type { Tariff } from '#contract/tariffs.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { count } from '../ui/format.ts'
import { prefixName } from './prefix-name.ts'
import { RatePriceDialog } from './RatePriceDialog.tsx'

const RATES = ['rate', 'rates'] as const
const NOTHING = { percent: null, rate: null, blocked: null }
const ACTIVE_CALLS = 'Active calls keep their rates.'

export function useRateChanges(tariff: Tariff, rows: readonly TariffRate[] | undefined) {
  const { chosen, selection, clear } = useSelection(rows, {
    idOf: (row) => String(row.id),
    nameOf: (row) => prefixName(row.prefix),
  })
  const [pricing, setPricing] = useState(false)
  const change = useChange(changeTariffRates)
  const remove = useChange(deleteTariffRates)
  const params = { tid: tariff.id }
  const ids = chosen.map(({ id }) => id)
  const words = count(chosen.length, ...RATES)

  const done = (what: string) => {
    clear()
    alert.success(`${words} ${what}.`)
  }
  const setBlocked = async (blocked: boolean) => {
    const [verb, effect] = blocked
      ? ['Block', 'Calls to these prefixes are refused.']
      : ['Allow', 'Calls to these prefixes are accepted again.']
    const question = { title: `${verb} ${words}?`, yes: verb, no: 'Cancel', dangerous: blocked }
    if (!(await alert.confirm(`${effect} ${ACTIVE_CALLS}`, question))) return
    change.mutate(
      { params, body: { ...NOTHING, ids, blocked } },
      { onSuccess: () => done(blocked ? 'blocked' : 'allowed') },
    )
  }
  const removeAll = async () => {
    const effect = `${ACTIVE_CALLS} New calls use the next shorter prefix, if any.`
    const question = { title: `Delete ${words}?`, yes: 'Delete', no: 'Keep', dangerous: true }
    if (!(await alert.confirm(effect, question))) return
    remove.mutate({ params, body: { ids } }, { onSuccess: () => done('deleted') })
  }
  const bar = chosen.length > 0 && (
    <SelectionBar chosen={chosen.length} noun={RATES} onClear={clear}>
      <Button variant="default" onClick={() => setPricing(true)}>
        Change rate…
      </Button>
      <Button variant="default" onClick={() => void setBlocked(false)}>
        Allow…
      </Button>
      <Button variant="default" onClick={() => void setBlocked(true)}>
        Block…
      </Button>
      <Button variant="outline" color="danger" onClick={() => void removeAll()}>
        Delete…
      </Button>
    </SelectionBar>
  )
  const dialog = pricing && (
    <RatePriceDialog
      tariff={tariff}
      rates={chosen}
      onClose={() => setPricing(false)}
      onDone={() => {
        setPricing(false)
        done('changed')
      }}
    />
  )
  return { selection, bar, dialog }
}
