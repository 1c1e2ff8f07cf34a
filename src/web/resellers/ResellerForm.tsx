// Adds and changes a reseller; what exists shows its money, and where it would sell below cost.

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createReseller,
  getReseller,
  type Reseller,
  resellerForm,
  updateReseller,
} from '#contract/accounts/resellers.ts'
import { NEW_PROFILE } from '#contract/blank-forms.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import {
  ContactsSection,
  InvoiceFields,
  LimitFields,
  LoginSection,
  NotesSection,
  ProfileSection,
  SpendLimitFields,
} from '../fields/AccountSections.tsx'
import { BILLING_TYPES, SPEND_LIMITS } from '../fields/account-labels.ts'
import { MarginWarnings } from '../fields/MarginWarnings.tsx'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import type { Blank } from '../forms/use-checked-form.ts'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { GivenPlansField } from '../pickers/GivenPlansField.tsx'
import { ResellerPicker, TariffPicker } from '../pickers/pickers.tsx'
import { useMay, useSees } from '../session/session.ts'
import type { Bind } from '../ui/form/bind.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { MoneyField, PercentField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { BrandPanel } from './BrandPanel.tsx'
import { InvoiceProfilePanel } from './InvoiceProfilePanel.tsx'
import { ResellerMoney } from './ResellerMoney.tsx'
import { LOSS_POLICY_CHOICES } from './reseller-labels.ts'

type Values = z.input<typeof resellerForm>

const NEW = {
  ...NEW_PROFILE,
  parent_id: null,
  billing_type: 'PREPAID',
  credit_limit: '0',
  daily_spend_limit: null,
  monthly_spend_limit: null,
  vat_percent: '0',
  tariff_id: null,
  allow_create_subreseller: true,
  max_clients: null,
  low_balance_threshold: null,
  expires_at: null,
  loss_policy: 'WARN',
  commission_percent: '0',
  client_plan_ids: [],
} satisfies Blank<Partial<Values>>

// Adding a reseller requires a level; otherwise both bodies are the same.
const addForm = createReseller.body.omit({ level: true }) as unknown as typeof resellerForm

const resellerAt = (level: number) => ({
  noun: 'reseller',
  entity: 'reseller',
  list: { label: `Level ${level} resellers`, to: paths.admin.resellers(level).list },
  get: getReseller,
  create: createReseller,
  update: updateReseller,
  schema: resellerForm,
  addSchema: addForm,
})

export default function ResellerForm({ level }: { level: number }) {
  return (
    <AddOrEdit get={getReseller}>
      {(found) =>
        found ? (
          <Fields level={found.level} reseller={found} />
        ) : (
          <Fields key={level} level={level} />
        )
      }
    </AddOrEdit>
  )
}

interface FieldsProps {
  readonly level: number
  readonly reseller?: Reseller
}

/** The parent, if the user came here from its list. */
function useParentInAddress(): number | null {
  const { parent_id }: { parent_id?: unknown } = useSearch({ strict: false })
  return /^\d{1,15}$/.test(String(parent_id)) ? Number(parent_id) : null
}

function useResellerForm({ level, reseller }: FieldsProps) {
  const navigate = useNavigate()
  const parent_id = useParentInAddress()
  const { list, edit } = paths.admin.resellers(level)
  // A reseller adds those of the next level.
  const choosesLevel = useSees('operations')
  return useCrudForm(resellerAt(level), reseller, {
    blank: { ...NEW, parent_id: level > 1 ? parent_id : null },
    addBody: (body) => ({ ...body, ...(choosesLevel && { level }) }),
    leave: ({ id }) => void navigate({ to: reseller ? list : edit(id) }),
  })
}

function Fields({ level, reseller }: FieldsProps) {
  const form = useResellerForm({ level, ...(reseller && { reseller }) })
  const { bind } = form
  const maySeeBrand = useMay('brands.view')
  // A reseller below another has its invoices to itself.
  const isOperator = useSees('operations')
  const mayEditInvoices = useMay('invoices.edit') && isOperator
  const { tree } = paths.admin.resellers(level)
  return (
    <EntityFormPage
      of={resellerAt(level)}
      found={reseller}
      form={form}
      addTitle={`Add level ${level} reseller`}
      links={reseller ? [{ label: 'Children', to: tree(reseller.id) }] : []}
      beside={
        reseller && (
          <>
            {maySeeBrand && <BrandPanel id={reseller.id} />}
            {mayEditInvoices && <InvoiceProfilePanel id={reseller.id} />}
          </>
        )
      }
    >
      {reseller && <ResellerMoney id={reseller.id} />}
      <ProfileSection
        bind={bind}
        help="New calls of all accounts under an inactive reseller are refused."
      />
      <BillingSection bind={bind} level={level} />
      <Margins form={form.form} id={reseller?.id} />
      <RightsSection bind={bind} level={level} />
      <Section {...SPEND_LIMITS}>
        <SpendLimitFields bind={bind} />
      </Section>
      <LoginSection bind={bind} isNew={!reseller} />
      <ContactsSection bind={bind} />
      <NotesSection bind={bind} />
    </EntityFormPage>
  )
}

interface MarginsProps {
  readonly form: ReturnType<typeof useResellerForm>['form']
  readonly id: number | undefined
}

/** By what is chosen in the form, before it is saved. */
function Margins({ form, id }: MarginsProps) {
  const first = form.getValues()
  const [tariff_id, setTariffId] = useState<number | null>(first.tariff_id)
  const [parent_id, setParentId] = useState<number | null>(first.parent_id)
  form.watch('tariff_id', ({ value }) => setTariffId(value))
  form.watch('parent_id', ({ value }) => setParentId(value))
  return <MarginWarnings id={id} tariff_id={tariff_id} parent_id={parent_id} />
}

interface SectionProps {
  readonly bind: Bind<Values>
  readonly level: number
}

function BillingSection({ bind, level }: SectionProps) {
  const seesParents = useSees('operations')
  return (
    <Section
      title="Billing"
      help="Its clients and resellers pay it; it pays its cost tariff to the level above."
    >
      {seesParents && level > 1 && (
        <ResellerPicker
          label={`Under the level ${level - 1} reseller`}
          level={level - 1}
          {...bind('parent_id')}
        />
      )}
      <TariffPicker label="Cost tariff" kind="RESELLER_COST" {...bind('tariff_id')} />
      <SelectField label="Billing type" choices={BILLING_TYPES} {...bind('billing_type')} />
      <MoneyField label="Credit limit" {...bind('credit_limit')} />
      <PercentField label="VAT" {...bind('vat_percent')} />
      <PercentField
        label="Commission"
        description="Of its charges for calls without VAT, paid to it after each month"
        {...bind('commission_percent')}
      />
      <MoneyField
        label="Low balance (optional)"
        nullable
        placeholder="At 0 available"
        description="Red in lists and listed on home at this available balance"
        {...bind('low_balance_threshold')}
      />
      <SelectField
        label="Calls below cost"
        choices={LOSS_POLICY_CHOICES}
        description="Compares cost and income for a call of average duration"
        {...bind('loss_policy')}
      />
      <GivenPlansField
        label="Route plans of its clients (optional)"
        placeholder={level > 1 ? 'As the reseller above' : 'None: it cannot add working clients'}
        description="By their names for resellers; the first is the preset of new clients"
        {...bind('client_plan_ids')}
      />
      <InvoiceFields bind={bind} />
    </Section>
  )
}

function RightsSection({ bind, level }: SectionProps) {
  return (
    <Section title="Limits" help="For all calls under it together. Empty = no limit.">
      <LimitFields bind={bind} />
      <NumberField
        label="Max clients (optional)"
        unit="clients"
        placeholder="No limit"
        {...bind('max_clients')}
      />
      <DateTimeField label="Expires (optional)" {...bind('expires_at')} />
      {level < RESELLER_LEVELS && (
        <SwitchField
          label="Allow sub-resellers"
          {...bind('allow_create_subreseller', 'checkbox')}
        />
      )}
    </Section>
  )
}
