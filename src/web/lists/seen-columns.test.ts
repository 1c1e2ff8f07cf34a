import { expect, test } from 'vitest'
import { listCallRecords } from '#contract/calls/call-records.ts'
import { FIELD_RIGHTS, fieldRightsOf } from '#core/permission/field-rights.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { seenColumns } from './seen-columns.ts'

const column = (id: string, more: Partial<GridColumn<object>> = {}): GridColumn<object> => ({
  id,
  header: id,
  cell: () => null,
  ...more,
})
const COLUMNS = [
  column('called_number'),
  column('started_at'),
  column('caller_number', { hidden: true }),
  column('sent_number', { hidden: true, insteadOf: 'called_number' }),
  column('sent_caller_number', { insteadOf: 'caller_number' }),
  column('no field of a call'),
  column('both', { fields: ['revenue', 'started_at'] }),
]
const shown = (rights: Parameters<typeof seenColumns>[2]) =>
  seenColumns(COLUMNS, listCallRecords, rights)
    .filter(({ hidden }) => !hidden)
    .map(({ id }) => id)

test('a user has the columns whose fields it sees', () => {
  const all = ['called_number', 'started_at', 'sent_caller_number', 'no field of a call', 'both']
  expect(shown(FIELD_RIGHTS)).toEqual(all)
  expect(shown(fieldRightsOf('RETAIL'))).toEqual([
    'called_number',
    'started_at',
    'no field of a call',
  ])
})

test('a column has a shorter header for a user who does not see the other side', () => {
  const bought = column('buy_destination', { headerWithout: ['destination', 'Destination'] })
  const headers = (rights: Parameters<typeof seenColumns>[2]) =>
    seenColumns([bought], listCallRecords, rights).map(({ header }) => header)
  expect(headers(FIELD_RIGHTS)).toEqual(['buy_destination'])
  expect(headers(fieldRightsOf('SETTLEMENT'))).toEqual(['Destination'])
})

test('a column takes the place of one that the user does not see, shown or hidden', () => {
  expect(shown(fieldRightsOf('SETTLEMENT'))).toEqual([
    'sent_number',
    'started_at',
    'no field of a call',
  ])
})
