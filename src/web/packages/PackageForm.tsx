// Adds and changes a package; what exists shows who has it, too.
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import {
  createPackage,
  getPackage,
  type Package,
  packageForm,
  updatePackage,
} from '#contract/packages.ts'
import { PACKAGE_CYCLES } from '../accounts/package-words.ts'
import { Subscriptions } from '../accounts/Subscriptions.tsx'
import { CLIENTS_OF_PACKAGE } from '../accounts/subscription-columns.tsx'
import { paths } from '../areas/paths.ts'
import { useIdParam } from '../areas/use-id-param.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { CurrencyPicker } from '../pickers/CurrencyPicker.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { DurationField, NumberField } from '../ui/form/NumberField.tsx'
import { BELOW, Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'
import { PACKAGE_STATUSES } from './package-statuses.ts'

const NEW: z.input<typeof packageForm> = {
  name: '',
  status: 'active',
  prefixes: [],
  seconds: 3600,
  price: '',
  cycle: 'MONTH',
  has_rollover: false,
  priority: 100,
  notes: '',
}

export default function PackageForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const one = useOneToEdit(getPackage, { params: { id } })
  return <Loaded query={one}>{(found) => <Fields row={found} />}</Loaded>
}

function Fields({ row }: { row?: Package }) {
  const navigate = useNavigate()
  const { packages } = paths.admin
  const create = useChange(createPackage, { errors: 'form', done: 'The package is added.' })
  const update = useChange(updatePackage, { errors: 'form', done: 'The package is saved.' })
  const form = useEntityForm({
    schema: packageForm,
    initial: row ? formValues(packageForm, row) : NEW,
    save: (body) =>
      row
        ? update.mutateAsync({ params: { id: row.id }, body: { ...body, version: row.version } })
        : create.mutateAsync({ body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: packages.list })
    },
  })
  const { bind } = form
  const isHad = (row?.subscribers_count ?? 0) > 0
  const stays = isHad ? { description: 'Stays while a client has it' } : {}
  return (
    <FormPage
      title={row ? row.name : 'Add package'}
      trail={[{ label: 'Packages', to: packages.list }]}
      form={form}
      back={packages.list}
      addAnother={!row}
      beside={row && <Clients id={row.id} />}
    >
      <Section
        title="Package"
        help="Calls to its numbers use its talk time before they cost money, in the increments of
          their rate. A call that it pays wholly has no connect fee."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Status"
          choices={PACKAGE_STATUSES}
          description="Blocked, it is neither sold nor renewed"
          inputWrapperOrder={BELOW}
          {...bind('status')}
        />
        <Wide>
          <TagsField
            label="Called prefixes (optional)"
            placeholder="Any"
            inputMode="numeric"
            {...bind('prefixes')}
          />
        </Wide>
        <DurationField label="Talk time" min={1} {...bind('seconds')} />
        <NumberField
          label="Priority"
          description="Of two that fit equally well, the higher one pays"
          inputWrapperOrder={BELOW}
          {...bind('priority')}
        />
      </Section>
      <Section
        title="Price"
        help="Taken from the balance of the client when it gets the package and at each renewal.
          Without enough on the balance the package pauses until there is. Changes count from the
          next period on."
      >
        <MoneyField
          label="Price"
          description="Of each period, VAT included"
          inputWrapperOrder={BELOW}
          {...bind('price')}
        />
        <CurrencyPicker
          label="Currency"
          disabled={isHad}
          {...stays}
          inputWrapperOrder={BELOW}
          {...bind('currency')}
        />
        <SelectField
          label="Cycle"
          choices={PACKAGE_CYCLES}
          disabled={isHad}
          {...stays}
          inputWrapperOrder={BELOW}
          {...bind('cycle')}
        />
        <Wide>
          <Switch
            label="Rollover"
            description="What is left at the end of a period is added to the next one."
            {...bind('has_rollover', 'checkbox')}
          />
        </Wide>
      </Section>
      <Section title="Notes">
        <Wide>
          <Textarea label="Notes (optional)" autosize minRows={2} {...bind('notes')} />
        </Wide>
      </Section>
    </FormPage>
  )
}

function Clients({ id }: { id: number }) {
  return (
    <Section title="Clients" help="Who has it. A client gets a package on its own page.">
      <Wide>
        <Subscriptions
          of={{ package_id: id }}
          columns={CLIENTS_OF_PACKAGE}
          label="Clients"
          empty="No client has this package."
        />
      </Wide>
    </Section>
  )
}
