// The code deck: names, countries and network types of prefixes.
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type CodeDeckEntry,
  deleteCodeDeckEntry,
  listCodeDeck,
} from '#contract/tariffs/code-deck.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { CountryPicker } from '../pickers/CountryPicker.tsx'
import { countryName } from '../pickers/countries.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { NONE } from '../ui/values/format.ts'
import { CodeDeckImport } from './CodeDeckImport.tsx'
import { NETWORK_TYPES, SOURCES } from './code-deck-labels.ts'
import { EntryDialog } from './EntryDialog.tsx'

const COLUMNS: readonly GridColumn<CodeDeckEntry>[] = [
  column.mono('prefix', 'Prefix', 130, { sort: true }),
  column.text('destination', 'Destination', 260, { sort: true }),
  {
    id: 'country_iso2',
    header: 'Country',
    width: 190,
    sort: 'country_iso2',
    cell: ({ country_iso2 }) => (country_iso2 ? countryName(country_iso2) : NONE),
  },
  column.choice('network_type', 'Type', 110, NETWORK_TYPES, { sort: true }),
  column.choice('source', 'Source', 110, SOURCES, { sort: true }),
  column.time('updated_at', 'Changed', 160, { sort: true }),
]

const isDigits = (text: string) => /^\d{1,32}$/.test(text)

export default function CodeDeckScreen() {
  const list = useListScreen(listCodeDeck)
  const mayImport = useMay('code_deck.bulk')
  const [opened, open] = useState<'add' | 'import' | CodeDeckEntry>()
  const close = () => open(undefined)
  const rows = useRowActions<CodeDeckEntry>({
    noun: 'entry',
    of: 'code_deck',
    add: { label: 'Add entry', to: () => open('add') },
    edit: open,
    remove: {
      endpoint: deleteCodeDeckEntry,
      name: ({ prefix, destination }) => `${prefix} ${destination}`,
      effect: 'The next shorter prefix names its numbers then. Rates keep their names.',
    },
  })
  return (
    <ListPage
      title="Code deck"
      name="code-deck"
      list={list}
      columns={COLUMNS}
      noun={['entry', 'entries']}
      {...rows}
      tools={
        mayImport && (
          <Button
            variant="default"
            leftSection={<IconFileImport size={15} />}
            onClick={() => open('import')}
          >
            Paste or import
          </Button>
        )
      }
      empty="The code deck is empty. An entry gives the numbers of a prefix a name and a country."
      filters={
        <>
          <TextFilter label="Search prefix or name" search width={200} {...list.bind('q')} />
          <TextFilter
            label="Names of a number"
            width={170}
            accepts={isDigits}
            {...list.bind('number')}
          />
          <CountryPicker
            aria-label="Country"
            placeholder="Country"
            w={150}
            value={list.search.country_iso2 ?? ''}
            onChange={(code) => list.set({ country_iso2: code || undefined })}
          />
          <SelectFilter label="Type" choices={NETWORK_TYPES} {...list.bind('network_type')} />
          <SelectFilter label="Source" choices={SOURCES} {...list.bind('source')} />
        </>
      }
    >
      {opened === 'import' && <CodeDeckImport onClose={close} />}
      {opened && opened !== 'import' && (
        <EntryDialog row={opened === 'add' ? undefined : opened} onClose={close} />
      )}
    </ListPage>
  )
}
