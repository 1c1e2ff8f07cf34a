// Tariffs side by side, prefix by prefix: what is sold at a loss, by how much traffic, and what is
// not bought.
import { Switch } from '@mantine/core'
import { useMemo } from 'react'
import {
  COMPARED_MAX,
  type ComparedPrefix,
  compareTariffs,
} from '#contract/tariffs/rate-comparison.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { type ListScreen, useListScreen } from '../lists/use-list-screen.ts'
import { CountryPicker } from '../pickers/CountryPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { TariffPicker } from '../pickers/pickers.tsx'
import { useSees } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { comparisonColumns, decimalsOfColumns } from './comparison-columns.tsx'
import { TimeFilter } from './TimeFilter.tsx'

const ONLY = [
  { value: 'LOSSES', label: 'Losses' },
  { value: 'GAPS', label: 'Gaps' },
  { value: 'DIFFERENCES', label: 'Differences' },
]

const isDigits = (text: string): boolean => /^\d{1,15}$/.test(text)

export default function RateComparisonScreen() {
  const list = useListScreen(compareTariffs)
  const seesEarnings = useSees('earnings')
  const seesMargin = useSees('margin') || seesEarnings
  const ids = list.search.tariffs?.split(',') ?? []
  const choose = (at: number, id: string | undefined) => {
    const chosen = id === undefined ? ids.toSpliced(at, 1) : ids.toSpliced(at, 1, id)
    list.set({ tariffs: [...new Set(chosen)].join(',') || undefined })
  }
  const [first] = list.rows ?? []
  const names = first && JSON.stringify(namesOf(first))
  const count = Math.max(list.search.all_buys ? 1 : 2, ids.length)
  // The columns depend on texts alone, so that their widths are measured once.
  const decimals = JSON.stringify(decimalsOfColumns(list.rows ?? []))
  const all_buys = list.query.all_buys === 'true'
  const traffic = list.query.traffic === 'true'
  const none = all_buys ? 'Select a tariff.' : 'Select two tariffs.'
  const columns = useMemo(
    () =>
      comparisonColumns({
        ...{ count, all_buys, traffic },
        names: names ? JSON.parse(names) : [],
        decimals: JSON.parse(decimals),
      }),
    [count, names, decimals, all_buys, traffic],
  )
  return (
    <ListPage
      // The order of columns is remembered per number of tariffs: more have other columns.
      key={`${count} ${all_buys} ${traffic}`}
      title="Compare tariffs"
      name={`rate-comparison-${count}${all_buys ? '-buys' : ''}${traffic ? '-traffic' : ''}`}
      list={list}
      columns={columns}
      noun={['prefix', 'prefixes']}
      rowId={(row: ComparedPrefix) => row.prefix}
      rowClass={(row: ComparedPrefix) => (row.gap === null ? undefined : 'muted')}
      empty={ids.length > 0 ? 'These tariffs have no rates at this time.' : none}
      filters={
        <>
          {Array.from({ length: Math.min(Math.max(2, ids.length + 1), COMPARED_MAX) }, (_, at) => (
            <TariffPicker
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what it is.
              key={at}
              {...asFilter(`Tariff ${at + 1}`, {
                value: ids[at],
                onChange: (id) => choose(at, id),
              })}
            />
          ))}
          <TextFilter label="Search destinations" search {...list.bind('q')} />
          <TextFilter label="Prefix starts with" accepts={isDigits} {...list.bind('prefix')} />
          <CountryPicker
            aria-label="Country"
            placeholder="Country"
            w={150}
            value={list.search.country ?? ''}
            onChange={(code) => list.set({ country: code || undefined })}
          />
          {list.has('only') && (
            <SelectFilter
              label="Only"
              choices={seesMargin ? ONLY : ONLY.slice(1)}
              {...list.bind('only')}
            />
          )}
          <Toggle list={list} name="all_buys" label="All buy tariffs" />
          <Toggle list={list} name="traffic" label="Traffic of 30 days" />
          <TimeFilter
            key={list.search.at}
            at={list.search.at}
            onChange={(at) => list.set({ at })}
          />
        </>
      }
    />
  )
}

interface ToggleProps {
  readonly list: ListScreen<typeof compareTariffs>
  readonly name: 'all_buys' | 'traffic'
  readonly label: string
}

/** Without it the comparison is smaller, and made sooner. */
function Toggle({ list, name, label }: ToggleProps) {
  if (!list.has(name)) return null
  return (
    <Switch
      label={label}
      checked={list.search[name] === 'true'}
      onChange={({ currentTarget }) =>
        list.set({ [name]: currentTarget.checked ? 'true' : undefined })
      }
    />
  )
}

/** The names of the compared tariffs. */
const namesOf = (row: ComparedPrefix): string[] =>
  [row.tariff_1, row.tariff_2, row.tariff_3, row.tariff_4, row.tariff_5, row.tariff_6].filter(
    (name) => name !== null,
  )
