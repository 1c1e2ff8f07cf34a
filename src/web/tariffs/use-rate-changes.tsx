// The actions on several rates at once.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { BulkOperation } from '#contract/bulk-changes/bulk-operation.ts'
import { createRateChange, type RateChangeForm } from '#contract/rate-imports/rate-changes.ts'
import { deleteTariffRates, type TariffRate } from '#contract/tariffs/tariff-rates.ts'
import type { Tariff } from '#contract/tariffs/tariffs.ts'
import { alert } from '../alerts/alerts.ts'
import { prefixName } from '../columns/prefix-name.ts'
import { useChange } from '../http/use-endpoint.ts'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { type ManyRows, useManyRows } from '../lists/use-many-rows.ts'
import { paths } from '../navigation/paths.ts'
import { count } from '../ui/values/format.ts'

const RateChangeDialog = lazy(async () => ({
  default: (await import('../bulk-changes/RateChangeDialog.tsx')).RateChangeDialog,
}))

const RATES = ['rate', 'rates'] as const
const BLOCKED: BulkOperation = { field: 'blocked', kind: 'set', value: true }

const OF_ROW = {
  idOf: (row: TariffRate) => String(row.id),
  nameOf: (row: TariffRate) => prefixName(row.prefix),
}

export function useRateChanges(tariff: Tariff, list: ManyRows<TariffRate>) {
  const { chosen, selection, filter, isAll, size, chooseAll, allWords, clear } = useManyRows(
    list,
    OF_ROW,
  )
  /** The operations that the dialog begins with. */
  const [opened, setOpened] = useState<readonly BulkOperation[] | 'new'>()
  const navigate = useNavigate()
  const change = useChange(createRateChange, { errors: 'form' })
  const remove = useChange(deleteTariffRates)
  const params = { tid: tariff.id }
  const ids = chosen.map(({ id }) => id)
  const words = count(size, ...RATES)

  const removeAll = async () => {
    const effect = 'Active calls keep their rates. New calls use the next shorter prefix, if any.'
    const question = { title: `Delete ${words}?`, yes: 'Delete', no: 'Keep', dangerous: true }
    if (!(await alert.confirm(effect, question))) return
    remove.mutate(
      { params, body: { ids } },
      {
        onSuccess: () => {
          clear()
          alert.success(`${words} deleted.`)
        },
      },
    )
  }
  const bar = chosen.length > 0 && (
    <SelectionBar chosen={size} noun={RATES} onClear={clear}>
      {chooseAll && (
        <Button variant="light" onClick={chooseAll}>
          {allWords}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpened('new')}>
        Change…
      </Button>
      <Button variant="default" onClick={() => setOpened([{ ...BLOCKED, value: false }])}>
        Allow…
      </Button>
      <Button variant="default" onClick={() => setOpened([BLOCKED])}>
        Block…
      </Button>
      {!isAll && (
        <Button variant="outline" color="danger" onClick={() => void removeAll()}>
          Delete…
        </Button>
      )}
    </SelectionBar>
  )
  const rates = isAll ? { ids: null, filter } : { ids, filter: null }
  const dialog = opened && (
    <Suspense fallback={null}>
      <RateChangeDialog
        words={words}
        currency={tariff.currency}
        rates={rates as Pick<RateChangeForm, 'ids' | 'filter'>}
        {...(opened !== 'new' && { operations: opened })}
        preview={(body) => change.mutateAsync({ params, body })}
        onClose={() => setOpened(undefined)}
        onDone={({ id }) => void navigate({ to: paths.admin.rateImports(tariff.id).one(id) })}
      />
    </Suspense>
  )
  return { selection, bar, dialog }
}
