// A part of the general settings as a form of its own: what it does not show stays as it is.
import { schemaResolver, useForm } from '@mantine/form'
import type { z } from 'zod'
import { type Settings, updateSettings } from '#contract/console/settings.ts'
import { formValues } from '../forms/form-values.ts'
import { ApiError } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { type Bind, bindOf } from '../ui/form/bind.ts'

export function useSettingsForm<Name extends keyof Settings>(
  names: readonly Name[],
  settings: Pick<Settings, Name>,
  /** Whether the user still wants to store what was entered. */
  isWanted: (after: Partial<Settings>) => Promise<boolean> = async () => true,
) {
  type Values = Pick<z.input<typeof updateSettings.body>, Name>
  const mayEdit = useMay('settings.edit')
  const change = useChange(updateSettings, {
    also: ['initial-data', 'me'],
    done: 'Settings saved.',
  })
  // Keys that are made from a list are any text to the compiler.
  const marks = Object.fromEntries(names.map((name) => [name, true])) as never
  const schema = updateSettings.body.required().pick(marks)
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: formValues(schema, settings) as Values,
    validate: schemaResolver(schema as z.ZodType<object, object>, { sync: true }),
  })
  const onSubmit = form.onSubmit(async (values) => {
    const body = schema.parse(values) as Partial<Settings>
    if (!(await isWanted(body))) return
    change.mutate(
      { body },
      {
        onError: (error) => {
          if (error instanceof ApiError) form.setErrors({ ...error.fields })
        },
      },
    )
  })
  const bind: Bind<Values> = (path, kind) => ({
    ...bindOf(form)(path, kind),
    disabled: !mayEdit,
  })
  return { bind, onSubmit, mayEdit, saving: change.isPending }
}
