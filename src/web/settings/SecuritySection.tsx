// How the switch keeps out those who try names and passwords.
import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type Settings, updateSettings } from '#contract/settings.ts'
import { ApiError } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { bindOf } from '../ui/form/bind.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import styles from './Settings.module.css'

const schema = updateSettings.body
  .pick({ auth_failures_per_ban: true, auth_ban_minutes: true, auth_failure_days: true })
  .required()
type Values = Pick<Settings, 'auth_failures_per_ban' | 'auth_ban_minutes' | 'auth_failure_days'>

export function SecuritySection({ settings }: { settings: Values }) {
  const mayEdit = useMay('settings.edit')
  const change = useChange(updateSettings, { done: 'The settings are saved.' })
  const { auth_failures_per_ban, auth_ban_minutes, auth_failure_days } = settings
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { auth_failures_per_ban, auth_ban_minutes, auth_failure_days },
    validate: schemaResolver(schema, { sync: true }),
  })
  const bind = bindOf(form)
  const submit = form.onSubmit((body) =>
    change.mutate(
      { body },
      {
        onError: (error) => {
          if (error instanceof ApiError) form.setErrors({ ...error.fields })
        },
      },
    ),
  )
  return (
    <form className={styles.row} onSubmit={submit} noValidate aria-label="Auth failures">
      <NumberField
        label="Failures until a ban"
        description="0 bans nobody"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={0}
        disabled={!mayEdit}
        {...bind('auth_failures_per_ban')}
      />
      <NumberField
        label="Within, and banned for"
        unit="minutes"
        min={1}
        disabled={!mayEdit}
        {...bind('auth_ban_minutes')}
      />
      <NumberField
        label="Kept for"
        unit="days"
        min={1}
        disabled={!mayEdit}
        {...bind('auth_failure_days')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={change.isPending}>
        Save
      </Button>
    </form>
  )
}
