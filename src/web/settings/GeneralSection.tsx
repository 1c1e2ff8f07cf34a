import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type Settings, updateSettings } from '#contract/settings.ts'
import { ApiError } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { bindOf } from '../ui/form/bind.ts'
import { DurationField } from '../ui/form/NumberField.tsx'
import styles from './Settings.module.css'

const schema = updateSettings.body
  .pick({
    reservation_first_seconds: true,
    reservation_step_seconds: true,
    max_call_duration: true,
    currency: true,
  })
  .required()
type Values = Pick<
  Settings,
  'reservation_first_seconds' | 'reservation_step_seconds' | 'max_call_duration' | 'currency'
>

export function GeneralSection({ settings }: { settings: Values }) {
  const mayEdit = useMay('settings.edit')
  const change = useChange(updateSettings, { done: 'The settings are saved.' })
  const { reservation_first_seconds, reservation_step_seconds, max_call_duration, currency } =
    settings
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: {
      reservation_first_seconds,
      reservation_step_seconds,
      max_call_duration,
      currency,
    },
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
    <form className={styles.row} onSubmit={submit} noValidate aria-label="Calls and money">
      <DurationField
        label="Reserved at the start"
        disabled={!mayEdit}
        {...bind('reservation_first_seconds')}
      />
      <DurationField
        label="Added while it lasts"
        disabled={!mayEdit}
        {...bind('reservation_step_seconds')}
      />
      <DurationField label="Longest call" disabled={!mayEdit} {...bind('max_call_duration')} />
      <TextInput label="Currency" maxLength={3} disabled={!mayEdit} {...bind('currency')} />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={change.isPending}>
        Save
      </Button>
    </form>
  )
}
