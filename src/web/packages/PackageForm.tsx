// Adds and changes a package; what exists shows who has it, too.
import { Textarea, TextInput } from '@mantine/core'
import type { z } from 'zod'
import {
  createPackage,
  getPackage,
  type Package,
  packageForm,
  updatePackage,
} from '#contract/packages/packages.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { CurrencyPicker } from '../pickers/CurrencyPicker.tsx'
import { PrefixesField } from '../pickers/PrefixNames.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { DurationField, NumberField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { PACKAGE_CYCLES } from './package-labels.ts'
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

const PACKAGE = {
  noun: 'package',
  entity: 'package',
  list: { label: 'Packages', to: paths.admin.packages.list },
  get: getPackage,
  create: createPackage,
  update: updatePackage,
  schema: packageForm,
}

export default function PackageForm() {
  return <AddOrEdit get={getPackage}>{(found) => <Fields row={found} />}</AddOrEdit>
}

function Fields({ row }: { row: Package | undefined }) {
  const form = useCrudForm(PACKAGE, row, { blank: NEW })
  const { bind } = form
  const isHad = (row?.subscribers_count ?? 0) > 0
  const stays = isHad ? { description: 'Locked while in use' } : {}
  return (
    <EntityFormPage of={PACKAGE} found={row} form={form} beside={row && <Clients id={row.id} />}>
      <Section
        title="Package"
        help="Calls to its prefixes use its included time before the balance, in the increments of
          the rate. A call fully covered by the package has no connect fee."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Status"
          choices={STATUSES}
          description="A blocked package is not sold or renewed"
          {...bind('status')}
        />
        <Wide>
          <PrefixesField label="Called prefixes (optional)" {...bind('prefixes')} />
        </Wide>
        <DurationField label="Included time" {...bind('seconds')} />
        <NumberField
          label="Priority"
          description="With equal prefixes, the higher priority is used first"
          {...bind('priority')}
        />
      </Section>
      <Section
        title="Price"
        help="Charged to the client balance at the start and at each renewal. If the balance is
          too low, the package pauses. Changes apply from the next period."
      >
        <MoneyField label="Price" description="Per period, incl. VAT" {...bind('price')} />
        <CurrencyPicker label="Currency" disabled={isHad} {...stays} {...bind('currency')} />
        <SelectField
          label="Cycle"
          choices={PACKAGE_CYCLES}
          disabled={isHad}
          {...stays}
          {...bind('cycle')}
        />
        <SwitchField
          label="Rollover"
          description="Unused time moves to the next period."
          {...bind('has_rollover', 'checkbox')}
        />
      </Section>
      <Section title="Notes" wide>
        <Textarea label="Notes (optional)" autosize minRows={2} {...bind('notes')} />
      </Section>
    </EntityFormPage>
  )
}

function Clients({ id }: { id: number }) {
  return (
    <Section
      title="Clients"
      help="Subscribed clients. Packages are assigned on the client page."
      wide
    >
      <Subscriptions
        of={{ package_id: id }}
        columns={CLIENTS_OF_PACKAGE}
        label="Clients"
        empty="No clients."
      />
    </Section>
  )
}
