// When a gateway is given up, and when it gets no calls for a while.
import { Switch, TextInput } from '@mantine/core'
import { StopPolicyPicker } from '../pickers/StopPolicyPicker.tsx'
import { PercentField } from '../ui/form/DecimalField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { DurationField, NumberField } from '../ui/form/NumberField.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import type { Folding, GatewaySectionProps } from './gateway-values.ts'
import { QUALITY_ACTIONS } from './gateway-words.ts'

type SectionProps = GatewaySectionProps & { folding: Folding }

export function TimersSection({ bind, folding }: SectionProps) {
  return (
    <FoldedSection
      title="Timers and failover"
      help="After these times, and after what the policy says, the next gateway is tried."
      usual="4 s without any answer, 12 s without ringing, 60 s of ringing; the default policy."
      {...folding}
    >
      <DurationField label="Without any answer" min={1} max={180} {...bind('invite_timeout')} />
      <DurationField label="Without ringing" min={1} max={180} {...bind('pdd_timeout')} />
      <DurationField label="Ringing" min={1} max={180} {...bind('ring_timeout')} />
      <StopPolicyPicker
        label="Stop policy (optional)"
        placeholder="The default"
        clearable
        {...bind('stop_policy_id')}
      />
      <Wide>
        <Switch
          label="No other gateway once it rang"
          description="Off for carriers that let it ring before they know whether they can."
          {...bind('stop_after_ringing', 'checkbox')}
        />
      </Wide>
    </FoldedSection>
  )
}

export function HealthSection({ bind, folding }: SectionProps) {
  return (
    <FoldedSection
      title="Health"
      help="By OPTIONS. A gateway that is down gets no calls until it answers again."
      usual="Asked every 60 s; down after 3 pings without an answer, up after 2 with one."
      {...folding}
    >
      <Wide>
        <Switch
          label="Watch it by OPTIONS"
          description="Any answer counts but 408 and 503."
          {...bind('options_ping', 'checkbox')}
        />
      </Wide>
      <DurationField label="Every" min={5} max={3600} {...bind('ping_interval')} />
      <NumberField label="Down after" unit="failures" {...bind('fail_threshold')} />
      <NumberField label="Up after" unit="answers" {...bind('recover_threshold')} />
    </FoldedSection>
  )
}

export function QualitySection({ bind, folding }: SectionProps) {
  return (
    <FoldedSection
      title="Quality"
      help="What good calls look like, and what becomes of a gateway whose calls are not."
      usual="Not judged."
      {...folding}
    >
      <PercentField
        label="Answered at least (ASR)"
        nullable
        placeholder="Not judged"
        {...bind('min_asr')}
      />
      <DurationField
        label="Mean call at least (ACD)"
        placeholder="Not judged"
        {...bind('min_acd')}
      />
      <DurationField label="Rings within (PDD)" placeholder="Not judged" {...bind('max_pdd')} />
      <PercentField
        label="Short calls at most"
        nullable
        placeholder="Not judged"
        description="Answered calls of 15 seconds or less"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...bind('max_short_call_ratio')}
      />
      <NumberField label="Judged by the last" unit="hours" {...bind('quality_window_hours')} />
      <NumberField label="Not by fewer than" unit="calls" {...bind('quality_min_calls')} />
      <SelectField label="Then" choices={QUALITY_ACTIONS} {...bind('quality_action')} />
      <NumberField
        label="Locked for (optional)"
        unit="minutes"
        placeholder="Until unlocked"
        {...bind('auto_unlock_minutes')}
      />
      <PercentField
        label="Then probed with"
        description="Of its calls, until enough of them were seen"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...bind('probe_percent')}
      />
    </FoldedSection>
  )
}

export function RegistrationSection(props: SectionProps & { hasPassword: boolean }) {
  const { bind, folding, hasPassword } = props
  return (
    <FoldedSection
      title="Registration and digest"
      help="For carriers that want us to register, or that ask for a password with each call."
      usual="Known to the carrier by our address."
      {...folding}
    >
      <TextInput
        label="Username (optional)"
        autoComplete="off"
        spellCheck={false}
        {...bind('auth_username')}
      />
      <PasswordField
        label={hasPassword ? 'Set a new password (optional)' : 'Password'}
        {...(hasPassword ? { placeholder: 'Stays as it is' } : {})}
        {...bind('auth_password')}
      />
      <TextInput
        label="Realm (optional)"
        placeholder="Any"
        autoComplete="off"
        spellCheck={false}
        {...bind('auth_realm')}
      />
      <Wide>
        <Switch
          label="Register with this carrier"
          description="Its calls then reach us where we have registered."
          {...bind('register', 'checkbox')}
        />
      </Wide>
      <DurationField label="Register again within" {...bind('register_expires')} />
    </FoldedSection>
  )
}
