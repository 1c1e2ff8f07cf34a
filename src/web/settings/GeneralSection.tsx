import { Button, Switch, TextInput } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import { DurationField, NumberField } from '../ui/form/NumberField.tsx'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = [
  'reservation_first_seconds',
  'reservation_step_seconds',
  'max_call_duration_seconds',
  'on_net_ring_seconds',
  'currency',
  'hang_up_blocked',
  'trace_percent',
  'rtp_timeout_seconds',
  'bill_silence',
  'limit_sip_code',
  'recording_announcement',
] as const

const LIMIT_CODES: readonly Choice<Settings['limit_sip_code']>[] = [
  { value: '503', label: '503 Service Unavailable' },
  { value: '480', label: '480 Temporarily Unavailable' },
]

const ANNOUNCEMENTS: readonly Choice<Settings['recording_announcement']>[] = [
  { value: 'NONE', label: 'None' },
  { value: 'TONE', label: 'Tone: half a second of 1,400 Hz to both sides' },
  {
    value: 'MESSAGE',
    label: 'Message: the file recordings/announcement.wav in the data folder of each node',
  },
]

export function GeneralSection({ settings }: { settings: Pick<Settings, (typeof NAMES)[number]> }) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Calls and money">
      <DurationField
        label="Initial reservation"
        description="Paid for when a call starts; new calls only"
        {...bind('reservation_first_seconds')}
      />
      <DurationField
        label="Extension"
        description="Reserved in addition while a call lasts"
        {...bind('reservation_step_seconds')}
      />
      <DurationField
        label="Max call duration"
        description="Ends a call; a client may have a shorter one"
        {...bind('max_call_duration_seconds')}
      />
      <DurationField
        label="Ringing of SIP users"
        description="Ends an on-net call without an answer"
        {...bind('on_net_ring_seconds')}
      />
      <DurationField
        label="RTP timeout"
        description="Ends an answered call without media; 0 = never"
        {...bind('rtp_timeout_seconds')}
      />
      <SelectField
        label="Response at a limit"
        description="SIP code when channels or CPS are exhausted"
        choices={LIMIT_CODES}
        {...bind('limit_sip_code')}
      />
      <TextInput
        label="Currency"
        description="Renames the system currency; amounts stay"
        maxLength={3}
        {...bind('currency')}
      />
      <NumberField
        label="Routing log"
        description="Share of calls with a trace of the decision"
        unit="% of calls"
        {...bind('trace_percent')}
      />
      <SelectField
        className={styles.whole}
        label="Announcement of recordings"
        description="Played when a call is answered that a recording rule chooses"
        choices={ANNOUNCEMENTS}
        {...bind('recording_announcement')}
      />
      <Switch
        label="Clear active calls of blocked clients"
        description="Otherwise they continue up to their end"
        {...bind('hang_up_blocked', 'checkbox')}
      />
      <Switch
        label="Bill the silence before an RTP timeout"
        description="Otherwise the call is billed to its last packet"
        {...bind('bill_silence', 'checkbox')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
