// Adds and changes one currency.
import { TextInput } from '@mantine/core'
import type { z } from 'zod'
import {
  type Currency,
  createCurrency,
  currencyForm,
  getCurrency,
  updateCurrency,
} from '#contract/tariffs/currencies.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { formValues } from '../forms/form-values.ts'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { ExchangeRateField } from '../ui/form/DecimalField.tsx'
import { Wide } from '../ui/form/Section.tsx'

const NEW: z.input<typeof currencyForm> = { code: '', name: '', rate: '' }

interface CurrencyDialogProps {
  /** Absent where one adds. */
  readonly row?: Currency | undefined
  /** The code of the system currency. */
  readonly system: string
  readonly onClose: () => void
}

export function CurrencyDialog({ row, system, onClose }: CurrencyDialogProps) {
  const create = useChange(createCurrency, { errors: 'form', done: 'Currency added.' })
  const update = useChange(updateCurrency, { errors: 'form', done: 'Currency saved.' })
  const form = useEntityForm({
    schema: currencyForm,
    initial: row ? formValues(currencyForm, row) : NEW,
    edited: editedBy(
      row,
      ({ code }) => send(getCurrency, { params: { code } }),
      (newest) => formValues(currencyForm, newest),
    ),
    save: ({ code, ...values }, version) =>
      row
        ? update.mutateAsync({ params: { code }, body: { ...values, version } })
        : create.mutateAsync({ body: { code, ...values } }),
    onSaved: (again) => {
      if (!again) onClose()
    },
  })
  const { bind } = form
  const code = bind('code')
  return (
    <FormDialog
      title={row ? `Currency ${row.code}` : 'Add currency'}
      form={form}
      onClose={onClose}
      addAnother={!row}
      history={row && { entity: 'currency', id: row.code }}
    >
      <TextInput
        label="Code"
        placeholder="EUR"
        maxLength={3}
        autoComplete="off"
        disabled={row !== undefined}
        {...code}
        onBlur={(event) => {
          form.form.setFieldValue('code', event.currentTarget.value.trim().toUpperCase())
          code.onBlur?.(event)
        }}
      />
      <TextInput label="Name" placeholder="Euro" {...bind('name')} />
      <Wide>
        <ExchangeRateField
          label="Exchange rate"
          system={system}
          disabled={row?.is_system ?? false}
          description={
            row?.is_system
              ? 'This is the system currency.'
              : 'Active calls keep their exchange rate.'
          }
          {...bind('rate')}
        />
      </Wide>
    </FormDialog>
  )
}
