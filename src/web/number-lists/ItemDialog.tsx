// Adds and changes one item of a number list.
import { TextInput } from '@mantine/core'
import type { z } from 'zod'
import {
  createNumberListItem,
  type NumberListItem,
  numberListItemForm,
  updateNumberListItem,
} from '#contract/routing/number-list-items.ts'
import type { NumberList } from '#contract/routing/number-lists.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { formValues } from '../forms/form-values.ts'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { keyName } from './item-columns.tsx'
import { actionsOf, defaultAction } from './number-list-labels.ts'

interface ItemDialogProps {
  readonly list: NumberList
  /** Absent where one adds. */
  readonly row?: NumberListItem | undefined
  readonly onClose: () => void
}

const newItem = (list: NumberList): z.input<typeof numberListItemForm> => ({
  key: '',
  min_length: 0,
  max_length: 100,
  action: defaultAction(list),
  tag: '',
  description: '',
})

export function ItemDialog({ list, row, onClose }: ItemDialogProps) {
  const number_list_id = list.id
  const create = useChange(createNumberListItem, { errors: 'form', done: 'Item added.' })
  const update = useChange(updateNumberListItem, { errors: 'form', done: 'Item saved.' })
  const form = useEntityForm({
    schema: numberListItemForm,
    initial: row ? formValues(numberListItemForm, row) : newItem(list),
    save: (body) =>
      row
        ? update.mutateAsync({
            params: { number_list_id, id: row.id },
            body: { ...body, version: row.version },
          })
        : create.mutateAsync({ params: { number_list_id }, body }),
    onSaved: (again) => {
      if (!again) onClose()
    },
  })
  const { bind } = form
  const isPrefix = list.mode === 'PREFIX'
  const isPool = list.mode === 'RANDOM'
  return (
    <FormDialog
      title={row ? `Item ${keyName(row.key)}` : 'Add item'}
      form={form}
      onClose={onClose}
      addAnother={!row}
      history={row && { entity: 'number_list_item', id: row.id }}
    >
      <TextInput
        label={isPrefix ? 'Prefix' : 'Number'}
        inputMode="numeric"
        autoComplete="off"
        placeholder={isPrefix ? 'all numbers' : '442071838750'}
        data-autofocus
        {...bind('key')}
      />
      <SelectField label="Action" choices={actionsOf(list.mode)} {...bind('action')} />
      {!isPool && (
        <>
          <TextInput
            label="Tag (optional)"
            description="Can be used in translation rules."
            {...bind('tag')}
          />
          <NumberField label="Min length" {...bind('min_length')} />
          <NumberField label="Max length" {...bind('max_length')} />
        </>
      )}
      <Wide>
        <TextInput label="Description (optional)" {...bind('description')} />
      </Wide>
    </FormDialog>
  )
}
