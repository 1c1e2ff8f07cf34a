// Adds and changes a settlement account.
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import {
  createSettlement,
  getSettlement,
  type Settlement,
  settlementForm,
  updateSettlement,
} from '#contract/settlements.ts'
import {
  ContactsSection,
  LimitFields,
  LoginSection,
  NotesSection,
  ProfileSection,
} from '../fields/AccountSections.tsx'
import { BILLING_TYPES, NEW_PROFILE } from '../fields/account-labels.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import type { Blank } from '../forms/use-checked-form.ts'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { TariffPicker } from '../pickers/TariffPicker.tsx'
import { MoneyField, PercentField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { BELOW, Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SettlementFigures } from './SettlementFigures.tsx'

const NEW = {
  ...NEW_PROFILE,
  billing_type: 'POSTPAID',
  max_debt: null,
  monthly_minutes_cap: null,
  client_id: null,
  vat_percent: '0',
  tariff_id: null,
} satisfies Blank<Partial<z.input<typeof settlementForm>>>

export default function SettlementForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const account = useOneToEdit(getSettlement, { params: { id } })
  return <Loaded query={account}>{(found) => <Fields account={found} />}</Loaded>
}

function useSettlementForm(account: Settlement | undefined) {
  const navigate = useNavigate()
  const create = useChange(createSettlement, {
    errors: 'form',
    done: 'Settlement account added.',
  })
  const update = useChange(updateSettlement, {
    errors: 'form',
    done: 'Settlement account saved.',
  })
  return useEntityForm({
    schema: settlementForm,
    initial: account ? formValues(settlementForm, account) : NEW,
    edited: editedBy(
      account,
      ({ id }) => send(getSettlement, { params: { id } }),
      (newest) => formValues(settlementForm, newest),
    ),
    save: (body, version) =>
      account
        ? update.mutateAsync({
            params: { id: account.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: paths.admin.settlements.list })
    },
  })
}

function Fields({ account }: { account?: Settlement }) {
  const form = useSettlementForm(account)
  const { bind } = form
  const { settlements } = paths.admin
  return (
    <FormPage
      title={account ? account.name : 'Add settlement account'}
      trail={[{ label: 'Settlements', to: settlements.list }]}
      form={form}
      back={settlements.list}
      addAnother={!account}
    >
      {account && <SettlementFigures id={account.id} />}
      <ProfileSection bind={bind} help="Gateways of an inactive account get no calls." />
      <Section title="Billing" help="Buy tariff and billing type.">
        <SelectField label="Billing type" choices={BILLING_TYPES} {...bind('billing_type')} />
        <TariffPicker label="Tariff" kind="BUY" {...bind('tariff_id')} />
        <PercentField label="VAT" {...bind('vat_percent')} />
        <MoneyField
          label="Max debt (optional)"
          nullable
          placeholder="No limit"
          description="Above this debt its gateways are skipped"
          inputWrapperOrder={BELOW}
          {...bind('max_debt')}
        />
      </Section>
      <Section title="Limits" help="For all its gateways together.">
        <LimitFields bind={bind} />
        <NumberField
          label="Monthly minutes cap (optional)"
          unit="minutes"
          placeholder="No limit"
          description="Above this its gateways are skipped until next month"
          inputWrapperOrder={BELOW}
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
    </FormPage>
  )
}
