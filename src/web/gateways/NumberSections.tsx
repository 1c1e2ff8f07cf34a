// The numbers that a gateway accepts, and the format that it gets them in.
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { NumberListFields } from '../pickers/NumberListFields.tsx'
import { PrefixesField } from '../pickers/PrefixNames.tsx'
import { NumberListPicker, TimeWindowPicker, TranslationPicker } from '../pickers/pickers.tsx'
import { useSees } from '../session/session.ts'
import { PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { DigitsExample } from './DigitsExample.tsx'
import { PAI_MODES, PRIVACY_MODES } from './gateway-labels.ts'
import type { Folding, GatewaySectionProps } from './gateway-values.ts'

export function ChoiceSection({ bind, folding }: GatewaySectionProps & { folding: Folding }) {
  const seesCost = useSees('cost_limits')
  const seesMargin = useSees('earnings')
  return (
    <FoldedSection {...folding}>
      <NumberField label="Priority" description="Highest first" {...bind('priority')} />
      <NumberField
        label="Weight"
        description="Share among gateways with the same priority"
        {...bind('weight')}
      />
      <TimeWindowPicker
        label="Hours (optional)"
        placeholder="Always"
        clearable
        {...bind('window_id')}
      />
      {seesCost && (
        <RateField
          label="Max buy rate (optional)"
          nullable
          placeholder="Any"
          description="In the currency of the carrier"
          {...bind('max_buy_rate')}
        />
      )}
      {seesMargin && (
        <PercentField
          label="Min margin (optional)"
          nullable
          placeholder="From the route plan"
          {...bind('min_profit_percent')}
        />
      )}
      <SwitchField
        label="Last resort"
        description="Tried only after all other gateways of the rule."
        {...bind('last_resort', 'checkbox')}
      />
    </FoldedSection>
  )
}

interface AcceptedProps extends GatewaySectionProps {
  readonly folding: Folding
  /** The error of any of the prefixes. */
  readonly prefixError: ReactNode
}

export function AcceptedSection({ bind, folding, prefixError }: AcceptedProps) {
  return (
    <FoldedSection {...folding}>
      <Wide>
        <PrefixesField
          label="Called prefixes (optional)"
          {...bind('dst_prefixes')}
          error={prefixError}
        />
      </Wide>
      <NumberField label="Min length" unit="digits" {...bind('dst_min_length')} />
      <NumberField label="Max length" unit="digits" {...bind('dst_max_length')} />
      <NumberListFields bind={bind} />
    </FoldedSection>
  )
}

interface NumbersProps extends GatewaySectionProps {
  readonly form: Parameters<typeof DigitsExample>[0]['form']
}

export function NumbersSection({ bind, form }: NumbersProps) {
  return (
    <Section
      title="Numbers"
      help="The number format of this carrier, rebuilt from the called number for each attempt."
    >
      <NumberField label="Strip digits" unit="digits" {...bind('strip_digits')} />
      <TextInput label="Prepend (optional)" {...bind('prepend')} />
      <TranslationPicker
        label="Translation (optional)"
        placeholder="None"
        clearable
        description="Applied after strip and prepend"
        {...bind('translation_id')}
      />
      <Wide>
        <DigitsExample form={form} />
      </Wide>
    </Section>
  )
}

export function CallerIdSection({ bind, folding }: GatewaySectionProps & { folding: Folding }) {
  return (
    <FoldedSection {...folding}>
      <NumberListPicker
        pool="true"
        label="Caller number from pool (optional)"
        placeholder="Original caller number"
        clearable
        {...bind('cli_pool_id')}
      />
      <SelectField label="P-Asserted-Identity" choices={PAI_MODES} {...bind('pai_mode')} />
      <SelectField label="Caller privacy" choices={PRIVACY_MODES} {...bind('privacy_mode')} />
      <PlainTextField
        label="From user (optional)"
        placeholder="Caller number"
        {...bind('from_user')}
      />
      <PlainTextField
        label="From domain (optional)"
        placeholder="Our domain"
        {...bind('from_domain')}
      />
      <SwitchField
        label="Remote-Party-ID"
        description="Older header with the same number, for carriers that require it."
        {...bind('rpid', 'checkbox')}
      />
    </FoldedSection>
  )
}
