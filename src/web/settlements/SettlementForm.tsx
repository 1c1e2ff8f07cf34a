// Adds and changes a settlement account.

import {
  createSettlement,
  getSettlement,
  type Settlement,
  settlementForm,
  updateSettlement,
} from '#contract/accounts/settlements.ts'
import { NEW_SETTLEMENT } from '#contract/blank-forms.ts'
import {
  ContactsSection,
  InvoiceFields,
  LimitFields,
  LoginSection,
  NotesSection,
  ProfileSection,
} from '../fields/AccountSections.tsx'
import { BILLING_TYPES } from '../fields/account-labels.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { useIdPreset } from '../forms/use-id-preset.ts'
import { paths } from '../navigation/paths.ts'
import { AccountPicker, TariffPicker } from '../pickers/pickers.tsx'
import { useSees } from '../session/session.ts'
import { MoneyField, PercentField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SettlementFigures } from './SettlementFigures.tsx'

const SETTLEMENT = {
  noun: 'settlement account',
  entity: 'settlement',
  list: { label: 'Settlements', to: paths.admin.settlements.list },
  get: getSettlement,
  create: createSettlement,
  update: updateSettlement,
  schema: settlementForm,
}

export default function SettlementForm() {
  return <AddOrEdit get={getSettlement}>{(found) => <Fields account={found} />}</AddOrEdit>
}

function Fields({ account }: { account: Settlement | undefined }) {
  const preset = useIdPreset('tariff_id')
  const form = useCrudForm(SETTLEMENT, account, { blank: { ...NEW_SETTLEMENT, ...preset } })
  const { bind } = form
  const seesDebt = useSees('purchase')
  return (
    <EntityFormPage of={SETTLEMENT} found={account} form={form}>
      {account && <SettlementFigures id={account.id} />}
      <ProfileSection bind={bind} help="Gateways of an inactive account get no calls." />
      <Section title="Billing" help="Buy tariff and billing type.">
        <SelectField label="Billing type" choices={BILLING_TYPES} {...bind('billing_type')} />
        <TariffPicker label="Tariff" kind="BUY" {...bind('tariff_id')} />
        <PercentField label="VAT" {...bind('vat_percent')} />
        {seesDebt && (
          <MoneyField
            label="Max debt (optional)"
            nullable
            placeholder="No limit"
            description="Above this debt its gateways are skipped"
            {...bind('max_debt')}
          />
        )}
        <InvoiceFields bind={bind} />
      </Section>
      <Section title="Limits" help="For all its gateways together.">
        <LimitFields bind={bind} />
        <NumberField
          label="Monthly minutes cap (optional)"
          unit="minutes"
          placeholder="No limit"
          description="Above this its gateways are skipped until next month"
          {...bind('monthly_minutes_cap')}
        />
      </Section>
      <Section
        title="Bilateral partner"
        help="If the carrier also sends us calls, select its client account to see the net balance."
      >
        <AccountPicker
          label="Inbound client account (optional)"
          type="WHOLESALE"
          placeholder="None"
          clearable
          {...bind('client_id')}
        />
      </Section>
      <LoginSection bind={bind} isNew={!account} optional hasLogin={Boolean(account?.username)} />
      <ContactsSection bind={bind} />
      <NotesSection bind={bind} />
    </EntityFormPage>
  )
}
