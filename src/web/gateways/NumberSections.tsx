// What a gateway takes, and how numbers look to it.
import { Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { NumberListPicker } from '../pickers/NumberListPicker.tsx'
import { TimeWindowPicker } from '../pickers/TimeWindowPicker.tsx'
import { TranslationPicker } from '../pickers/TranslationPicker.tsx'
import { PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'
import { DigitsExample } from './DigitsExample.tsx'
import type { Folding, GatewaySectionProps } from './gateway-values.ts'
import { PAI_MODES, PRIVACY_MODES } from './gateway-words.ts'

const UNDER = ['label', 'input', 'description', 'error'] as ('label' | 'input')[]

export function ChoiceSection({ bind, folding }: GatewaySectionProps & { folding: Folding }) {
  return (
    <FoldedSection
      title="Choice"
      help="What counts when a route plan leaves open which gateway comes first."
      usual="Priority 100, weight 100, at all hours, at any price."
      {...folding}
    >
      <NumberField
        label="Priority"
        description="The highest comes first"
        inputWrapperOrder={UNDER}
        {...bind('priority')}
      />
      <NumberField
        label="Weight"
        description="Share among those of one priority"
        inputWrapperOrder={UNDER}
        {...bind('weight')}
      />
      <TimeWindowPicker
        label="Hours (optional)"
        placeholder="Always"
        clearable
        {...bind('window_id')}
      />
      <RateField
        label="Dearest rate (optional)"
        nullable
        placeholder="Any"
        {...bind('max_buy_rate')}
      />
      <PercentField
        label="Least profit (optional)"
        nullable
        placeholder="As the route plan says"
        {...bind('min_profit_percent')}
      />
      <Wide>
        <Switch
          label="Last resort"
          description="Tried only when no other gateway of the rule is left."
          {...bind('protect_route', 'checkbox')}
        />
      </Wide>
    </FoldedSection>
  )
}

interface AcceptedProps extends GatewaySectionProps {
  readonly folding: Folding
  /** Of any of the prefixes. */
  readonly prefixError: ReactNode
}

export function AcceptedSection({ bind, folding, prefixError }: AcceptedProps) {
  return (
    <FoldedSection
      title="Calls that it takes"
      help="Calls with other numbers go to other gateways of the rule."
      usual="Every number that a route plan sends, from every caller."
      {...folding}
    >
      <Wide>
        <TagsField
          label="Called numbers that begin with (optional)"
          placeholder="Any"
          inputMode="numeric"
          {...bind('dst_prefixes')}
          error={prefixError}
        />
      </Wide>
      <NumberField label="At least" unit="digits" {...bind('dst_min_length')} />
      <NumberField label="At most" unit="digits" {...bind('dst_max_length')} />
      <NumberListPicker
        pool={false}
        label="Called numbers by a list (optional)"
        placeholder="No list"
        clearable
        {...bind('dst_list_id')}
      />
      <NumberListPicker
        pool={false}
        label="Callers by a list (optional)"
        placeholder="No list"
        clearable
        {...bind('src_list_id')}
      />
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
      help="The number as this carrier wants it, made anew from the called number for each attempt."
    >
      <NumberField
        label="Strip from the front"
        unit="digits"
        min={0}
        max={15}
        {...bind('strip_digits')}
      />
      <TextInput label="Then prepend (optional)" {...bind('prepend')} />
      <TranslationPicker
        label="Translation (optional)"
        placeholder="None"
        clearable
        description="Applied after the digits"
        inputWrapperOrder={UNDER}
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
    <FoldedSection
      title="Caller ID"
      help="What this carrier learns of the caller. Headers of the caller never pass by themselves."
      usual="The caller's number in From, privacy passed on, no further headers."
      {...folding}
    >
      <NumberListPicker
        pool
        label="Number from a pool (optional)"
        placeholder="The caller's own"
        clearable
        {...bind('cli_pool_id')}
      />
      <SelectField label="P-Asserted-Identity" choices={PAI_MODES} {...bind('pai_mode')} />
      <SelectField
        label="A caller's wish for privacy"
        choices={PRIVACY_MODES}
        {...bind('privacy_mode')}
      />
      <TextInput
        label="User in From (optional)"
        placeholder="The caller's number"
        autoComplete="off"
        spellCheck={false}
        {...bind('from_user')}
      />
      <TextInput
        label="Domain in From (optional)"
        placeholder="Our own name"
        autoComplete="off"
        spellCheck={false}
        {...bind('from_domain')}
      />
      <Wide>
        <Switch
          label="Remote-Party-ID"
          description="The older header with the same number, for carriers that ask for it."
          {...bind('rpid', 'checkbox')}
        />
      </Wide>
    </FoldedSection>
  )
}
