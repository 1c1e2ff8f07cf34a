// When a gateway is given up, and when it gets no calls for a while.
import { FailoverPolicyPicker } from '../pickers/pickers.tsx'
import { PercentField } from '../ui/form/DecimalField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { HEALTH } from '../ui/form/fold.ts'
import { DurationField, NumberField } from '../ui/form/NumberField.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { QUALITY_ACTIONS } from './gateway-labels.ts'
import type { Folding, GatewaySectionProps } from './gateway-values.ts'

type SectionProps = GatewaySectionProps & { folding: Folding }

export function TimersSection({ bind, folding }: SectionProps) {
  return (
    <FoldedSection {...folding}>
      <DurationField label="No reply" {...bind('invite_timeout_seconds')} />
      <DurationField label="No ringing (PDD)" {...bind('pdd_timeout_seconds')} />
      <DurationField label="Ringing" {...bind('ring_timeout_seconds')} />
      <FailoverPolicyPicker
        label="Failover policy (optional)"
        placeholder="Default policy"
        clearable
        {...bind('failover_policy_id')}
      />
      <SwitchField
        label="Stop failover after ringing"
        description="Turn off for carriers that send ringing before they have connected the call."
        {...bind('stop_after_ringing', 'checkbox')}
      />
    </FoldedSection>
  )
}

export function HealthSection({ bind, folding }: SectionProps) {
  return (
    <FoldedSection {...folding} anchor={HEALTH}>
      <SwitchField
        label="OPTIONS ping"
        description="Any reply except 408 and 503 counts as up."
        {...bind('options_ping', 'checkbox')}
      />
      <DurationField label="Interval" {...bind('ping_interval_seconds')} />
      <NumberField label="Down after" unit="failures" {...bind('fail_threshold')} />
      <NumberField label="Up after" unit="replies" {...bind('recover_threshold')} />
    </FoldedSection>
  )
}

export function QualitySection({ bind, folding }: SectionProps) {
  return (
    <FoldedSection {...folding}>
      <PercentField label="Min ASR" nullable placeholder="No limit" {...bind('min_asr')} />
      <DurationField label="Min ACD" placeholder="No limit" {...bind('min_acd_seconds')} />
      <DurationField label="Max PDD" placeholder="No limit" {...bind('max_pdd_seconds')} />
      <PercentField
        label="Max short calls"
        nullable
        placeholder="No limit"
        description="Answered calls of 15 seconds or less"
        {...bind('max_short_call_ratio')}
      />
      <NumberField label="Window" unit="hours" {...bind('quality_window_hours')} />
      <NumberField label="Minimum calls" unit="calls" {...bind('quality_min_calls')} />
      <SelectField label="Action" choices={QUALITY_ACTIONS} {...bind('quality_action')} />
      <NumberField
        label="Lock time (optional)"
        unit="minutes"
        placeholder="Until unlocked manually"
        {...bind('auto_unlock_minutes')}
      />
      <PercentField
        label="Probe share"
        description="Share of its calls during probing, until Minimum calls is reached"
        {...bind('probe_percent')}
      />
    </FoldedSection>
  )
}

export function RegistrationSection(props: SectionProps & { hasPassword: boolean }) {
  const { bind, folding, hasPassword } = props
  return (
    <FoldedSection {...folding}>
      <PlainTextField label="Username (optional)" {...bind('auth_username')} />
      <PasswordField
        label={hasPassword ? 'Set a new password (optional)' : 'Password'}
        {...(hasPassword ? { placeholder: 'Unchanged' } : {})}
        {...bind('auth_password')}
      />
      <PlainTextField label="Realm (optional)" placeholder="Any" {...bind('auth_realm')} />
      <SwitchField
        label="Register with this carrier"
        description="The carrier sends its calls to our registered contact."
        {...bind('register', 'checkbox')}
      />
      <DurationField label="Registration expires after" {...bind('register_expires_seconds')} />
    </FoldedSection>
  )
}
