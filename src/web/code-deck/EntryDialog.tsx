// Adds and changes one entry of the code deck.
import { TextInput } from '@mantine/core'
import type { z } from 'zod'
import {
  type CodeDeckEntry,
  codeDeckEntryForm,
  createCodeDeckEntry,
  getCodeDeckEntry,
  updateCodeDeckEntry,
} from '#contract/tariffs/code-deck.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { formValues } from '../forms/form-values.ts'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { CountryPicker } from '../pickers/CountryPicker.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { NETWORK_TYPES } from './code-deck-labels.ts'

const NEW: z.input<typeof codeDeckEntryForm> = {
  prefix: '',
  country_iso2: '',
  destination: '',
  network_type: 'FIXED',
}

interface EntryDialogProps {
  /** Absent where one adds. */
  readonly row?: CodeDeckEntry | undefined
  readonly onClose: () => void
}

export function EntryDialog({ row, onClose }: EntryDialogProps) {
  const create = useChange(createCodeDeckEntry, { errors: 'form', done: 'Entry added.' })
  const update = useChange(updateCodeDeckEntry, { errors: 'form', done: 'Entry saved.' })
  const form = useEntityForm({
    schema: codeDeckEntryForm,
    initial: row ? formValues(codeDeckEntryForm, row) : NEW,
    edited: editedBy(
      row,
      ({ id }) => send(getCodeDeckEntry, { params: { id } }),
      (newest) => formValues(codeDeckEntryForm, newest),
    ),
    save: (values, version) =>
      row
        ? update.mutateAsync({ params: { id: row.id }, body: { ...values, version } })
        : create.mutateAsync({ body: values }),
    onSaved: (again) => {
      if (!again) onClose()
    },
  })
  const { bind } = form
  return (
    <FormDialog
      title={row ? `Prefix ${row.prefix}` : 'Add entry'}
      form={form}
      onClose={onClose}
      addAnother={!row}
      history={row && { entity: 'code_deck_entry', id: row.id }}
    >
      <TextInput
        label="Prefix"
        inputMode="numeric"
        autoComplete="off"
        placeholder="2126"
        data-autofocus
        {...bind('prefix')}
      />
      <TextInput label="Destination" placeholder="Morocco mobile" {...bind('destination')} />
      <CountryPicker label="Country (optional)" {...bind('country_iso2')} />
      <SelectField label="Type" choices={NETWORK_TYPES} {...bind('network_type')} />
    </FormDialog>
  )
}
