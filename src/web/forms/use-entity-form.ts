// A form that adds or changes one thing: checked by the contract's own schema before it is sent,
// and by the server after; errors of the server land on their fields.
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError, messageOf } from '../http/api-error.ts'
import { type Bind, bindOf } from '../ui/form/bind.ts'
import type { ShowValue } from '../ui/form/field-labels.ts'
import { type Difference, differencesOf, type FormRecord } from './conflict.ts'
import { focusField } from './field-elements.ts'
import { type CheckedFormOptions, useCheckedForm } from './use-checked-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** The edited thing: the version that the form began with, and a way to read the newest one. */
export interface Edited<FormValues> {
  readonly version: number
  readonly readNewest: () => Promise<{ readonly version: number; readonly values: FormValues }>
}

/** Undefined while one adds. */
export function editedBy<Entity extends { readonly version: number }, FormValues>(
  entity: Entity | undefined,
  read: (entity: Entity) => Promise<Entity>,
  valuesOf: (entity: Entity) => FormValues,
): Edited<FormValues> | undefined {
  if (!entity) return undefined
  const readNewest = async () => {
    const newest = await read(entity)
    return { version: newest.version, values: valuesOf(newest) }
  }
  return { version: entity.version, readNewest }
}

interface EntityFormOptions<S extends z.ZodType<object, object>, Saved>
  extends CheckedFormOptions<S> {
  /** With it, conflicting changes of two users are shown for a choice. */
  readonly edited?: Edited<z.input<S>> | undefined
  /** `version` is the one that is replaced; 0 while one adds. */
  readonly save: (body: z.output<S>, version: number) => Promise<Saved>
  /** After Save; `again` after Save and add another, when the form has been emptied. */
  readonly onSaved: (again: boolean, saved: Saved) => void
}

/** Another user has saved the same thing first. */
export interface FormConflict {
  readonly by: string | null
  readonly at: string | undefined
  readonly differences: readonly Difference[]
  readonly newest: { readonly version: number; readonly values: object }
}

function conflictOf(
  before: FormRecord,
  mine: object,
  newest: FormConflict['newest'],
  other: ApiError['changed'],
): FormConflict {
  const differences = differencesOf(before, mine as FormRecord, newest.values as FormRecord)
  return { by: other?.by ?? null, at: other?.at, differences, newest }
}

export function useEntityForm<S extends z.ZodType<object, object>, Saved = unknown>(
  options: EntityFormOptions<S, Saved>,
) {
  type FormValues = z.input<S>
  const { before, setTried, refused, ...checked } = useCheckedForm(options)
  const { form, changed } = checked
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<FormConflict>()
  const version = useRef(options.edited?.version ?? 0)
  const element = useRef<HTMLFormElement>(null)
  const labels = useRef(new Map<string, ShowValue>()).current
  // After saving, leaving needs no confirmation, although the fields still differ.
  const saved = useRef(false)

  useLeaveGuard(() => !saved.current && form.isDirty())

  const replace = (newest: FormConflict['newest']) => {
    version.current = newest.version
    before.current = { ...before.current, ...newest.values }
    void submit(false)
  }

  /** Shows a conflict with the newest version, or saves again if nothing differs. */
  const resolveConflict = async ({ changed: other }: ApiError): Promise<boolean> => {
    if (!options.edited) return false
    const newest = await options.edited.readNewest()
    const found = conflictOf(before.current, form.getValues(), newest, other)
    // The changes of the other user are not in this form, or are the same as here.
    if (found.differences.every((one) => one.changed_by === 'mine')) replace(newest)
    else setConflict(found)
    return true
  }

  const fail = async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'changed-meanwhile') {
      // Without the newest version there is nothing to choose from.
      if (await resolveConflict(error).catch(() => false)) return
    }
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
      setTried(true)
      refused.current = error.fields
      form.setErrors({ ...error.fields })
      focusField(element.current, Object.keys(error.fields)[0])
    }
    setProblem(messageOf(error))
  }

  const submit = async (again: boolean) => {
    setProblem(undefined)
    refused.current = {}
    const { hasErrors, errors } = form.validate()
    setTried(hasErrors)
    if (hasErrors) return focusField(element.current, Object.keys(errors)[0])
    setSaving(true)
    try {
      const body = options.schema.parse(form.getValues())
      const answer = await options.save(body, version.current)
      saved.current = !again
      if (again) form.reset()
      options.onSaved(again, answer)
      if (again) focusField(element.current)
    } catch (error) {
      await fail(error)
    } finally {
      setSaving(false)
    }
  }

  const reset = () => {
    form.setInitialValues(before.current as FormValues)
    form.reset()
    setProblem(undefined)
    setTried(false)
  }

  return {
    ...checked,
    bind: bindOf(form as never, changed) as Bind<FormValues>,
    element,
    labels,
    saving,
    problem,
    errors: form.errors,
    conflict,
    /** Saves with what was chosen; without anything, the next save is the same conflict again. */
    settle: (values: FormRecord | undefined) => {
      setConflict(undefined)
      if (!values || !conflict) return
      form.setValues(values as Partial<FormValues>)
      replace(conflict.newest)
    },
    reset,
    submit: (again = false) => void submit(again),
  }
}

export type EntityForm = Pick<
  ReturnType<typeof useEntityForm>,
  | 'element'
  | 'labels'
  | 'saving'
  | 'problem'
  | 'changed'
  | 'currency'
  | 'errors'
  | 'attention'
  | 'conflict'
  | 'settle'
  | 'reset'
  | 'submit'
>
