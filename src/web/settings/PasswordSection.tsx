import { Button, PasswordInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { changePassword } from '#contract/people/session.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { bindOf } from '../ui/form/bind.ts'
import styles from './Settings.module.css'

const schema = z
  .object({ ...changePassword.body.shape, repeated: z.string() })
  .refine((values) => values.new_password === values.repeated, {
    path: ['repeated'],
    message: 'The passwords do not match.',
  })

const EMPTY = { current_password: '', new_password: '', repeated: '' }

export function PasswordSection() {
  const change = useChange(changePassword, {
    errors: 'form',
    also: ['me'],
    done: 'Password changed.',
    onDone: () => form.reset(),
  })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: EMPTY,
    validate: schemaResolver(schema, { sync: true }),
  })
  const bind = bindOf(form)
  const submit = form.onSubmit(({ current_password, new_password }) =>
    change.mutate(
      { body: { current_password, new_password } },
      {
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {}
          form.setErrors(
            Object.keys(fields).length > 0 ? { ...fields } : { new_password: messageOf(error) },
          )
        },
      },
    ),
  )
  const show = { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } }
  return (
    <form className={styles.row} onSubmit={submit} noValidate aria-label="Change password">
      <PasswordInput
        {...show}
        label="Current password"
        autoComplete="current-password"
        {...bind('current_password')}
      />
      <PasswordInput
        {...show}
        label="New password"
        autoComplete="new-password"
        {...bind('new_password')}
      />
      <PasswordInput
        {...show}
        label="Repeat new password"
        autoComplete="new-password"
        {...bind('repeated')}
      />
      <Button type="submit" variant="default" loading={change.isPending}>
        Change password
      </Button>
    </form>
  )
}
