// The items of one number list, and a test of a number.

import { Button } from '@mantine/core'
import { IconFileImport, IconMapPin } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import {
  deleteNumberListItem,
  listNumberListItems,
  type NumberListItem,
  updateNumberListItem,
} from '#contract/routing/number-list-items.ts'
import { getNumberList, type NumberList } from '#contract/routing/number-lists.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useBulkActions } from '../bulk-changes/use-bulk-actions.tsx'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { DestinationItems } from './DestinationItems.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { itemColumns, keyName } from './item-columns.tsx'
import { NumberListImport } from './NumberListImport.tsx'
import { NumberTest } from './NumberTest.tsx'
import { actionsOf as actionChoices } from './number-list-labels.ts'

export default function NumberListItemsScreen() {
  const id = useIdParam() ?? 0
  const list = useOne(getNumberList, { params: { id } })
  return <Loaded query={list}>{(found) => <Items key={id} list={found} />}</Loaded>
}

type Opened = 'add' | 'import' | 'destination' | NumberListItem

const EMPTY: Readonly<Record<NumberList['mode'], string>> = {
  PREFIX: 'No items yet. An item accepts or rejects numbers with a prefix.',
  STRICT: 'No items yet. An item accepts or rejects one number.',
  RANDOM: 'This pool is empty.',
}

const BULK_EDIT = {
  update: updateNumberListItem,
  inputs: async () => (await import('./bulk-list-inputs.tsx')).ITEM_INPUTS,
}

function Items({ list: number_list }: { list: NumberList }) {
  const number_list_id = number_list.id
  const list = useListScreen(listNumberListItems, { params: { number_list_id } })
  const mayEdit = useMay('number_lists.edit')
  const mayImport = useMay('number_lists.bulk')
  const seesDeck = useMay('code_deck.view')
  const [opened, open] = useState<Opened>()
  const columns = useMemo(() => itemColumns(number_list), [number_list])
  const close = () => open(undefined)
  const { numberLists } = paths.admin

  const rows = useRowActions<NumberListItem>({
    noun: 'item',
    partOf: 'number_lists',
    add: { label: 'Add item', to: () => open('add') },
    edit: open,
    remove: {
      endpoint: deleteNumberListItem,
      name: ({ key }) => keyName(key),
      params: () => ({ number_list_id }),
      effect: 'New calls are no longer checked against it.',
    },
  })

  const bulk = useBulkActions(list, {
    resource: 'number_list_items',
    noun: ['item', 'items'],
    edit: BULK_EDIT,
    remove: 'New calls are no longer checked against them.',
    whole: { number_list_id: String(number_list_id) },
  })

  return (
    <ListPage
      title={number_list.name}
      name="number-list-items"
      breadcrumb={<Breadcrumb trail={[{ label: 'Number lists', to: numberLists.list }]} />}
      list={list}
      columns={columns}
      noun={['item', 'items']}
      {...rows}
      {...(bulk.selection && { selection: bulk.selection })}
      selectionBar={bulk.selectionBar}
      tools={
        <>
          {mayEdit && <Link to={numberLists.edit(number_list_id)}>Edit list</Link>}
          {mayImport && seesDeck && number_list.mode === 'PREFIX' && (
            <Button
              variant="default"
              leftSection={<IconMapPin size={15} />}
              onClick={() => open('destination')}
            >
              Add destination…
            </Button>
          )}
          {mayImport && (
            <Button
              variant="default"
              leftSection={<IconFileImport size={15} />}
              onClick={() => open('import')}
            >
              Paste or import
            </Button>
          )}
        </>
      }
      empty={EMPTY[number_list.mode]}
      filters={
        <>
          <TextFilter label="Search in items" search {...list.bind('q')} />
          <SelectFilter
            label="Action"
            choices={actionChoices(number_list.mode)}
            {...list.bind('action')}
          />
          <TextFilter label="Tag" width={120} {...list.bind('tag')} />
          <NumberTest list={number_list} />
        </>
      }
    >
      {bulk.dialog}
      {opened === 'import' && <NumberListImport list={number_list} onClose={close} />}
      {opened === 'destination' && <DestinationItems list={number_list} onClose={close} />}
      {opened === 'add' && <ItemDialog list={number_list} onClose={close} />}
      {typeof opened === 'object' && <ItemDialog list={number_list} row={opened} onClose={close} />}
    </ListPage>
  )
}
