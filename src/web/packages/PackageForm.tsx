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
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { CurrencyPicker } from '../pickers/CurrencyPicker.tsx'
import { PrefixesField } from '../pickers/PrefixNames.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { DurationField, NumberField } from '../ui/form/NumberField.tsx'
import { BELOW, Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { PACKAGE_CYCLES } from './package-labels.ts'
import { PACKAGE_STATUSES } from './package-statuses.ts'
import { Subscriptions } from './Subscriptions.tsx'
import { CLIENTS_OF_PACKAGE } from './subscription-columns.tsx'

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
  const create = useChange(createPackage, { errors: 'form', done: 'Package added.' })
  const update = useChange(updatePackage, { errors: 'form', done: 'Package saved.' })
  const form = useEntityForm({
    schema: packageForm,
    initial: row ? formValues(packageForm, row) : NEW,
    edited: editedBy(
      row,
      ({ id }) => send(getPackage, { params: { id } }),
      (newest) => formValues(packageForm, newest),
    ),
    save: (body, version) =>
      row
        ? update.mutateAsync({ params: { id: row.id }, body: { ...body, version } })
        : create.mutateAsync({ body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: packages.list })
    },
  })
  const { bind } = form
  const isHad = (row?.subscribers_count ?? 0) > 0
  const stays = isHad ? { description: 'Locked while in use' } : {}
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
        help="Calls to its prefixes use its included time before the balance, in the increments of
          the rate. A call fully covered by the package has no connect fee."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Status"
          choices={PACKAGE_STATUSES}
          description="A blocked package is not sold or renewed"
          inputWrapperOrder={BELOW}
          {...bind('status')}
        />
        <Wide>
          <PrefixesField label="Called prefixes (optional)" {...bind('prefixes')} />
        </Wide>
        <DurationField label="Included time" {...bind('seconds')} />
        <NumberField
          label="Priority"
          description="With equal prefixes, the higher priority is used first"
          inputWrapperOrder={BELOW}
          {...bind('priority')}
        />
      </Section>
      <Section
        title="Price"
        help="Charged to the client balance at the start and at each renewal. If the balance is
          too low, the package pauses. Changes apply from the next period."
      >
        <MoneyField
          label="Price"
          description="Per period, incl. VAT"
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
            description="Unused time moves to the next period."
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
    <Section title="Clients" help="Subscribed clients. Packages are assigned on the client page.">
      <Wide>
        <Subscriptions
          of={{ package_id: id }}
          columns={CLIENTS_OF_PACKAGE}
          label="Clients"
          empty="No clients."
        />
      </Wide>
    </Section>
  )
}
