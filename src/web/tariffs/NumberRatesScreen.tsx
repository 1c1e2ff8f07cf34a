// Which rate a number would have in each tariff, at a time and as a call of a client.
import { listNumberRates, type NumberRate } from '#contract/tariffs/number-rates.ts'
import { bareNumber } from '#core/number/pasted-number.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { AccountPicker } from '../pickers/pickers.tsx'
import { useMay, useUser } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { NUMBER_RATE_COLUMNS } from './number-rate-columns.tsx'
import { TimeFilter } from './TimeFilter.tsx'
import { useTariffKinds } from './use-tariff-kinds.ts'

const RATED = [
  { value: 'true', label: 'With a rate' },
  { value: 'false', label: 'Without a rate' },
]

const isDialled = (text: string): boolean => /^[+\d*#]{3,64}$/.test(bareNumber(text))

export default function NumberRatesScreen() {
  const kinds = useTariffKinds()
  const list = useListScreen(listNumberRates)
  const { number, client_id } = list.search
  const called = list.rows?.[0]?.called_number
  return (
    <ListPage
      title="Find a rate"
      name="number-rates"
      list={list}
      columns={NUMBER_RATE_COLUMNS}
      noun={['tariff', 'tariffs']}
      empty={number ? 'No active tariffs.' : 'Enter a number as a caller dials it.'}
      rowClass={(row: NumberRate) => (row.rate_id === null ? 'muted' : undefined)}
      filters={
        <>
          <TextFilter
            label="Number as dialled"
            search
            accepts={isDialled}
            fault="A number, for example +212 661-234567"
            {...list.bind('number')}
          />
          <TimeFilter
            key={list.search.at}
            at={list.search.at}
            onChange={(at) => list.set({ at })}
          />
          {list.has('client_id') && (
            <AccountPicker {...asFilter('Client (optional)', list.bind('client_id'))} />
          )}
          <SelectFilter label="Kind" choices={kinds} {...list.bind('kind')} />
          <SelectFilter label="Rates" choices={RATED} width={160} {...list.bind('rated')} />
          <TextFilter label="Search by tariff" {...list.bind('q')} />
        </>
      }
    >
      {number && called && <CalledNumber called={called} dialled={number} client_id={client_id} />}
    </ListPage>
  )
}

interface CalledNumberProps {
  readonly called: string
  readonly dialled: string
  readonly client_id: string | undefined
}

function CalledNumber({ called, dialled, client_id }: CalledNumberProps) {
  const mayTest = useMay('route_tests.execute')
  const { field_rights } = useUser()
  return (
    <output>
      Rated as <strong className="mono">{called}</strong>.{' '}
      {field_rights.includes('earnings') && (
        <>
          Margins are before VAT, of sell and reseller tariffs over the lowest buy rate
          {client_id && ', of buy tariffs below the rate of the client'}.{' '}
        </>
      )}
      {mayTest && (
        <ListLink
          to={paths.admin.routeTester}
          filters={{ dialled_number: dialled, ...(client_id && { client_id }) }}
        >
          Test a call to it
        </ListLink>
      )}
    </output>
  )
}
