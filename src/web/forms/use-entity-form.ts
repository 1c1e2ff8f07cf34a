// A form that adds or changes one thing: checked by the contract's own schema before it is sent,
// and by the server after; errors of the server land on their fields.
import { schemaResolver, useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { alert } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { type Bind, bindOf } from '../ui/form/bind.ts'

/** What has to be chosen and is not yet chosen is null. */
export type Blank<Values> = { readonly [Name in keyof Values]: Values[Name] | null }

interface EntityFormOptions<S extends z.ZodType<object, object>, Saved> {
  readonly schema: S
  readonly initial: Blank<z.input<S>>
  readonly save: (body: z.output<S>) => Promise<Saved>
  /** After Save; `again` after Save and add another, when the form has been emptied. */
  readonly onSaved: (again: boolean, saved: Saved) => void
  /** Hears of every change, for a form that counts them. */
  readonly onChange?: (values: z.input<S>) => void
}

export function useEntityForm<S extends z.ZodType<object, object>, Saved = unknown>(
  options: EntityFormOptions<S, Saved>,
) {
  type Values = z.input<S>
  const form = useForm<Values>({
    mode: 'uncontrolled',
    // The schema refuses what is still null when the form is sent.
    initialValues: options.initial as Values,
    validate: schemaResolver(options.schema as z.ZodType<object, object>, { sync: true }),
    validateInputOnBlur: true,
    ...(options.onChange ? { onValuesChange: options.onChange } : {}),
  })
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [attention, setAttention] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  // Saved means that leaving is what the user wants, although the fields still differ.
  const saved = useRef(false)

  useBlocker({
    shouldBlockFn: async () => {
      if (saved.current || !form.isDirty()) return false
      const leave = await alert.confirm('Your changes are not saved.', {
        title: 'Leave without saving?',
        yes: 'Leave',
        no: 'Stay',
      })
      return leave !== true
    },
    enableBeforeUnload: () => !saved.current && form.isDirty(),
  })

  const showErrors = (errors: Readonly<Record<string, unknown>>) => {
    setAttention(Object.keys(errors).length)
    const first = Object.keys(errors)[0]
    if (first) focusField(element.current, first)
  }

  const submit = async (again: boolean) => {
    setProblem(undefined)
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return showErrors(errors)
    setAttention(0)
    setSaving(true)
    try {
      const answer = await options.save(options.schema.parse(form.getValues()))
      saved.current = !again
      if (again) form.reset()
      options.onSaved(again, answer)
      if (again) focusField(element.current)
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
        form.setErrors({ ...error.fields })
        showErrors(error.fields)
      }
      setProblem(messageOf(error))
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    bind: bindOf(form as never) as Bind<Values>,
    element,
    saving,
    problem,
    attention,
    submit: (again = false) => void submit(again),
  }
}

export type EntityForm = Pick<
  ReturnType<typeof useEntityForm>,
  'element' | 'saving' | 'problem' | 'attention' | 'submit'
>

/** The field of this name, or the first of the form. */
function focusField(form: HTMLFormElement | null, name?: string): void {
  requestAnimationFrame(() => {
    const field = name
      ? form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
      : form?.querySelector<HTMLElement>('input, textarea, select')
    field?.focus()
  })
}
