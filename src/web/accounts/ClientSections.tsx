// The sections that the forms of wholesale and of retail clients share: all but how they are known.
import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { MediaFields } from '../pickers/MediaFields.tsx'
import { NumberListPicker } from '../pickers/NumberListPicker.tsx'
import { ResellerPicker } from '../pickers/ResellerPicker.tsx'
import { RoutePlanPicker } from '../pickers/RoutePlanPicker.tsx'
import { TariffPicker } from '../pickers/TariffPicker.tsx'
import { TranslationPicker } from '../pickers/TranslationPicker.tsx'
import type { Bind } from '../ui/form/bind.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { DurationField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'
import {
  ContactsSection,
  LimitFields,
  LoginSection,
  NotesSection,
  ProfileSection,
  SPEND_LIMITS,
  SpendLimitFields,
} from './AccountSections.tsx'
import { BILLING_TYPES } from './account-words.ts'
import {
  CLI_POLICIES,
  type ClientValues,
  DST_SOURCES,
  type Fold,
  isUnusual,
  isWrong,
  SRC_SOURCES,
} from './client-words.ts'
import { MarginWarnings } from './MarginWarnings.tsx'
import type { ClientForm } from './use-client-form.ts'

interface ClientSectionsProps {
  readonly form: ClientForm
  readonly isNew: boolean
}

interface PartProps {
  readonly bind: Bind<ClientValues>
}

export function ClientSections({ form: { bind, form }, isNew }: ClientSectionsProps) {
  const [first] = useState(() => form.getValues())
  const [tariff_id, setTariffId] = useState<number | null>(first.tariff_id)
  const [parent_id, setParentId] = useState<number | null>(first.parent_id)
  form.watch('tariff_id', ({ value }) => setTariffId(value))
  form.watch('parent_id', ({ value }) => setParentId(value))
  const fold = (name: Fold) => ({
    isChanged: isUnusual(name, first),
    isWrong: isWrong(name, form.errors),
  })
  return (
    <>
      <ProfileSection bind={bind} help="A client that is not active makes no calls." />
      <BillingSection bind={bind} />
      <MarginWarnings id={undefined} tariff_id={tariff_id} parent_id={parent_id} />
      <RoutingSection bind={bind} />
      <FoldedSection {...SPEND_LIMITS} usual="As much as the balance allows." {...fold('limits')}>
        <SpendingFields bind={bind} />
      </FoldedSection>
      <FoldedSection
        title="Prices"
        help="What calls may cost and must bring, beside what the tariff says."
        usual="As the tariff says; calls to registered users are free."
        {...fold('profit')}
      >
        <PriceFields bind={bind} />
      </FoldedSection>
      <FoldedSection
        title="Numbers"
        help="Where they stand in its calls, how they are changed, and which are let through."
        usual="From request URI and From, as they are sent; no number list of its own."
        {...fold('numbers')}
      >
        <NumberFields bind={bind} />
      </FoldedSection>
      <FoldedSection
        title="Caller number"
        help="What becomes of the number that a caller shows."
        usual="Shown as it is sent."
        {...fold('caller')}
      >
        <CallerFields bind={bind} />
      </FoldedSection>
      <Section title="Media" help="The codecs are offered to gateways in this order.">
        <MediaFields bind={bind} />
      </Section>
      <LoginSection bind={bind} isNew={isNew} />
      <ContactsSection bind={bind} />
      <NotesSection bind={bind} />
    </>
  )
}

function BillingSection({ bind }: PartProps) {
  return (
    <Section
      title="Billing"
      help="Prepaid clients use up their balance; the credit limit says how far below zero."
    >
      <ResellerPicker
        label="Reseller (optional)"
        placeholder="None: it pays us"
        clearable
        {...bind('parent_id')}
      />
      <SelectField label="Billing type" choices={BILLING_TYPES} {...bind('billing_type')} />
      <MoneyField label="Credit limit" {...bind('credit_limit')} />
      <TariffPicker label="Tariff" kind="SELL" {...bind('tariff_id')} />
      <PercentField label="VAT" {...bind('vat_percent')} />
    </Section>
  )
}

function RoutingSection({ bind }: PartProps) {
  return (
    <Section title="Routing" help="Which gateways take its calls, and what it may not do.">
      <RoutePlanPicker
        label="Route plan (optional)"
        placeholder="None: no calls"
        clearable
        {...bind('route_plan_id')}
      />
      <DurationField label="Longest call" min={1} {...bind('max_call_duration')} />
      <LimitFields bind={bind} />
      <DateTimeField label="Expires (optional)" {...bind('expires_at')} />
      <TagsField
        label="Tags (optional)"
        placeholder="premium, eu"
        description="Rules of route plans choose by them"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...bind('tags')}
      />
      <Wide>
        <Switch
          label="May call high-risk numbers"
          description="Premium rate and satellite, by the number list that is marked high-risk"
          {...bind('allow_high_risk', 'checkbox')}
        />
      </Wide>
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
  return (
    <>
      <RateField
        label="Highest rate (optional)"
        nullable
        placeholder="Any"
        description="Dearer destinations are refused"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...bind('max_sell_rate')}
      />
      <PercentField
        label="Min margin (optional)"
        nullable
        placeholder="As the tariff says"
        description="Gateways that leave less are left out"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...bind('min_profit_percent')}
      />
      <RateField
        label="On-net rate"
        description="For calls to registered users of ours"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...bind('on_net_rate')}
      />
    </>
  )
}

function NumberFields({ bind }: PartProps) {
  const every = { placeholder: 'Every number', clearable: true, pool: false }
  return (
    <>
      <SelectField label="Called number from" choices={DST_SOURCES} {...bind('dst_from')} />
      <SelectField label="Caller number from" choices={SRC_SOURCES} {...bind('src_from')} />
      <TranslationPicker
        label="Translation (optional)"
        placeholder="None"
        clearable
        {...bind('translation_id')}
      />
      <NumberListPicker label="Called numbers (optional)" {...every} {...bind('dst_list_id')} />
      <NumberListPicker label="Caller numbers (optional)" {...every} {...bind('src_list_id')} />
    </>
  )
}

function CallerFields({ bind }: PartProps): ReactNode {
  return (
    <>
      <SelectField label="Policy" choices={CLI_POLICIES} {...bind('cli_policy')} />
      <NumberListPicker
        label="Numbers shown instead (optional)"
        placeholder="Only for a list"
        clearable
        {...bind('cli_list_id')}
      />
      <Wide>
        <span className="muted">
          Without a number, or with one that is hidden, a caller is anonymous.
        </span>
      </Wide>
    </>
  )
}
