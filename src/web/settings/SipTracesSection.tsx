// Where copies of the SIP messages of traced calls go.
import { Button, TextInput } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = ['homer_address'] as const

export function SipTracesSection({
  settings,
}: {
  settings: Pick<Settings, (typeof NAMES)[number]>
}) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="SIP traces">
      <TextInput
        label="Homer server"
        placeholder="None"
        description="Host and port: homer.example.com:9060"
        {...bind('homer_address')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
