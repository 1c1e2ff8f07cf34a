// The values of a form with what is wrong in them and what differs from before, kept up to date
// with every key.
import { schemaResolver, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { changedFields, type FormRecord } from './conflict.ts'
import { withoutErrorsOf } from './without-errors.ts'

/** A field that must be chosen and is not yet chosen is null. */
export type Blank<Values> = { readonly [Name in keyof Values]: Values[Name] | null }

export interface CheckedFormOptions<S extends z.ZodType<object, object>> {
  readonly schema: S
  readonly initial: Blank<z.input<S>>
  /** Called for every change, for a form that counts them. */
  readonly onChange?: (values: z.input<S>) => void
}

const NOTHING: ReadonlySet<string> = new Set()

/** The currency that the form has chosen now; undefined where it has none. */
function currencyIn(values: object): string | undefined {
  const { currency } = values as { readonly currency?: unknown }
  return typeof currency === 'string' && currency !== '' ? currency : undefined
}

export function useCheckedForm<S extends z.ZodType<object, object>>(
  options: CheckedFormOptions<S>,
) {
  type FormValues = z.input<S>
  // Once it was sent in vain, a field is checked with every key.
  const [tried, setTried] = useState(false)
  const [changed, setChanged] = useState(NOTHING)
  const [currency, setCurrency] = useState(currencyIn(options.initial))
  /** The values on the server, as far as is known here. */
  const before = useRef(options.initial as FormRecord)
  // The errors of the server by their fields, until a value changes or they are sent again. A field
  // that is left keeps them: what one clicks on does not move away below the pointer.
  const refused = useRef<Readonly<Record<string, string>>>({})
  const check = schemaResolver(options.schema as z.ZodType<object, object>, { sync: true })
  const form = useForm<FormValues>({
    mode: 'uncontrolled',
    // The schema refuses what is still null when the form is sent.
    initialValues: options.initial as FormValues,
    validate: (values) => Object.assign({}, check(values as object), refused.current),
    validateInputOnBlur: true,
    validateInputOnChange: tried,
    onValuesChange: (values) => {
      refused.current = {}
      const now = changedFields(before.current, values as FormRecord)
      setChanged((last) => (now.join() === [...last].join() ? last : new Set(now)))
      setCurrency(currencyIn(values))
      options.onChange?.(values)
    },
  })
  /** Writes a whole list; its errors are removed, as they refer to positions. */
  const setList = <Name extends keyof FormValues & string>(name: Name, next: FormValues[Name]) => {
    form.setErrors(withoutErrorsOf(form.errors, name))
    form.setFieldValue(name as never, next as never)
  }
  /** The server has these values now; answers those that it had before. */
  const rebase = (values: FormValues): FormValues => {
    const last = before.current as FormValues
    before.current = values as FormRecord
    form.setInitialValues(values)
    return last
  }
  const attention = tried ? Object.keys(form.errors).length : 0
  return { form, setList, before, rebase, changed, currency, attention, setTried, refused }
}
