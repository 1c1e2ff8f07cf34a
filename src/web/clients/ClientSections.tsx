// The sections that the forms of wholesale and of retail clients share: all but how they are known.
import { type ReactNode, useState } from 'react'
import {
  ContactsSection,
  InvoiceFields,
  LimitFields,
  LoginSection,
  NotesSection,
  ProfileSection,
  SpendLimitFields,
} from '../fields/AccountSections.tsx'
import { BILLING_TYPES } from '../fields/account-labels.ts'
import { MarginWarnings } from '../fields/MarginWarnings.tsx'
import { MediaFields } from '../pickers/MediaFields.tsx'
import {
  GivenPlanPicker,
  NumberListPicker,
  ResellerPicker,
  RoutePlanPicker,
  TariffPicker,
  TranslationPicker,
} from '../pickers/pickers.tsx'
import { useSees } from '../session/session.ts'
import type { Bind } from '../ui/form/bind.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { foldProps } from '../ui/form/fold.ts'
import { DurationField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'
import {
  CLI_POLICIES,
  type ClientValues,
  DST_SOURCES,
  FOLDS,
  NEW_CLIENT,
  SRC_SOURCES,
} from './client-labels.ts'
import type { ClientForm } from './use-client-form.ts'

interface ClientSectionsProps {
  readonly form: ClientForm
  readonly isNew: boolean
}

interface PartProps {
  readonly bind: Bind<ClientValues>
}

export function ClientSections({ form: { bind, form }, isNew }: ClientSectionsProps) {
  const seesPrices = useSees('sale')
  const seesRouting = useSees('operations')
  const [first] = useState(() => form.getValues())
  const [tariff_id, setTariffId] = useState<number | null>(first.tariff_id)
  const [parent_id, setParentId] = useState<number | null>(first.parent_id)
  form.watch('tariff_id', ({ value }) => setTariffId(value))
  form.watch('parent_id', ({ value }) => setParentId(value))
  const fold = (name: keyof typeof FOLDS) =>
    foldProps(FOLDS[name], { blank: NEW_CLIENT, initial: first, errors: form.errors })
  return (
    <>
      <ProfileSection bind={bind} help="Only active clients can make calls." />
      <BillingSection bind={bind} />
      <MarginWarnings id={undefined} tariff_id={tariff_id} parent_id={parent_id} />
      <RoutingSection bind={bind} />
      <FoldedSection {...fold('limits')}>
        <SpendingFields bind={bind} />
      </FoldedSection>
      {seesPrices && (
        <FoldedSection {...fold('price')}>
          <PriceFields bind={bind} />
        </FoldedSection>
      )}
      <FoldedSection {...fold('numbers')}>
        <NumberFields bind={bind} />
      </FoldedSection>
      {seesRouting && (
        <FoldedSection {...fold('caller')}>
          <CallerFields bind={bind} />
        </FoldedSection>
      )}
      <Section title="Media" help="Codecs are offered to gateways in this order.">
        <MediaFields bind={bind} />
      </Section>
      <LoginSection bind={bind} isNew={isNew} />
      <ContactsSection bind={bind} />
      <NotesSection bind={bind} />
    </>
  )
}

function BillingSection({ bind }: PartProps) {
  const seesParents = useSees('operations')
  return (
    <Section
      title="Billing"
      help="Prepaid clients use up their balance; postpaid ones go below by the credit limit."
    >
      {seesParents && (
        <ResellerPicker
          label="Reseller (optional)"
          placeholder="None (direct client)"
          clearable
          {...bind('parent_id')}
        />
      )}
      <SelectField label="Billing type" choices={BILLING_TYPES} {...bind('billing_type')} />
      <MoneyField label="Credit limit" {...bind('credit_limit')} />
      <TariffPicker label="Tariff" kind="SELL" {...bind('tariff_id')} />
      <PercentField label="VAT" {...bind('vat_percent')} />
      <InvoiceFields bind={bind} />
    </Section>
  )
}

function RoutingSection({ bind }: PartProps) {
  const seesPlans = useSees('operations')
  return (
    <Section title="Routing" help="Call restrictions.">
      {seesPlans ? (
        <RoutePlanPicker
          label="Route plan (optional)"
          placeholder="None: all calls refused"
          clearable
          {...bind('route_plan_id')}
        />
      ) : (
        <GivenPlanPicker
          label="Route plan"
          placeholder="The first that was given"
          {...bind('route_plan_id')}
        />
      )}
      <DurationField label="Max call duration" {...bind('max_call_duration_seconds')} />
      <LimitFields bind={bind} />
      <DateTimeField label="Expires (optional)" {...bind('expires_at')} />
      {seesPlans && (
        <>
          <TagsField
            label="Tags (optional)"
            placeholder="premium, eu"
            description="Conditions in route plan rules"
            {...bind('tags')}
          />
          <SwitchField
            label="Allow high-risk numbers"
            description="Premium rate and satellite, from the number list marked high-risk"
            {...bind('allow_high_risk', 'checkbox')}
          />
        </>
      )}
    </Section>
  )
}

function SpendingFields({ bind }: PartProps) {
  return (
    <>
      <SpendLimitFields bind={bind} />
      <MoneyField
        label="Per call (optional)"
        nullable
        placeholder="No limit"
        {...bind('per_call_cost_limit')}
      />
    </>
  )
}

function PriceFields({ bind }: PartProps) {
  const seesMargin = useSees('earnings')
  return (
    <>
      <RateField
        label="Max rate (optional)"
        nullable
        placeholder="Any"
        description="Calls above this rate are refused"
        {...bind('max_sell_rate')}
      />
      {seesMargin && (
        <PercentField
          label="Min margin (optional)"
          nullable
          placeholder="From the tariff"
          description="Gateways below this margin are excluded"
          {...bind('min_profit_percent')}
        />
      )}
      <RateField
        label="On-net rate"
        description="For calls to our registered SIP users"
        {...bind('on_net_rate')}
      />
    </>
  )
}

function NumberFields({ bind }: PartProps) {
  const seesLists = useSees('operations')
  const every = { placeholder: 'All numbers', clearable: true, pool: 'false' } as const
  return (
    <>
      <SelectField label="Called number from" choices={DST_SOURCES} {...bind('dst_from')} />
      <SelectField label="Caller number from" choices={SRC_SOURCES} {...bind('src_from')} />
      {seesLists && (
        <>
          <TranslationPicker
            label="Translation (optional)"
            placeholder="None"
            clearable
            {...bind('translation_id')}
          />
          <NumberListPicker label="Called numbers (optional)" {...every} {...bind('dst_list_id')} />
          <NumberListPicker label="Caller numbers (optional)" {...every} {...bind('src_list_id')} />
        </>
      )}
    </>
  )
}

function CallerFields({ bind }: PartProps): ReactNode {
  return (
    <>
      <SelectField label="Policy" choices={CLI_POLICIES} {...bind('cli_policy')} />
      <NumberListPicker
        label="Replacement numbers (optional)"
        placeholder="Only for this policy"
        clearable
        {...bind('cli_list_id')}
      />
      <Wide>
        <span className="muted">
          Callers without a number or with a withheld number count as anonymous.
        </span>
      </Wide>
    </>
  )
}
