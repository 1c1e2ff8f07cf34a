// The form of a thing that is read, added and changed by endpoints of the usual shape.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useSeenForm } from '../session/session.ts'
import { capital } from '../ui/form/labels.ts'
import type { Crumb } from './Breadcrumb.tsx'
import { fieldsOf, formValues } from './form-values.ts'
import type { Blank } from './use-checked-form.ts'
import { editedBy, useEntityForm } from './use-entity-form.ts'

/** A kind of thing, as its form knows it. */
export interface Crud<Get extends Endpoint, S extends z.ZodObject> {
  /** In a sentence, such as `tariff`. */
  readonly noun: string
  /** As the activity log names it, such as `tariff_rate`. */
  readonly entity: string
  /** Where its form came from and leads back to. */
  readonly list: Crumb
  readonly get: Get
  readonly create: Endpoint
  readonly update: Endpoint
  readonly schema: S
  /** Where adding requires more than changing, such as a password. */
  readonly addSchema?: S
  /** The values of the form for what was read, where the schema alone is not enough. */
  readonly valuesOf?: (found: AnswerOf<Get>) => z.input<S>
  /** Said after it was added. */
  readonly next?: string
  /** Further resources that a change touches, such as the clients of addresses. */
  readonly also?: readonly string[]
}

interface CrudFormOptions<Get extends Endpoint, S extends z.ZodObject> {
  /** The values of a new one. */
  readonly blank: Blank<z.input<S>>
  readonly onChange?: (values: z.input<S>) => void
  /** Path parameters besides the id, such as the tariff of a rate. */
  readonly params?: Readonly<Record<string, number>>
  /** The body that adds one, where it is not the values alone. */
  readonly addBody?: (body: z.output<S>) => object | Promise<object>
  /** After Save, in place of going to the list. */
  readonly leave?: (saved: AnswerOf<Get>) => void
  /** After Save and add another. */
  readonly onAgain?: () => void
}

interface Versioned {
  readonly id: number
  readonly version: number
}

/** `found` is what is changed; without it, one is added. */
export function useCrudForm<Get extends Endpoint, S extends z.ZodObject>(
  crud: Crud<Get, S>,
  found: AnswerOf<Get> | undefined,
  options: CrudFormOptions<Get, S>,
) {
  const { noun, next, also = [] } = crud
  const schema = useSeenForm(crud.schema)
  const addSchema = useSeenForm(crud.addSchema ?? crud.schema)
  const navigate = useNavigate()
  const added = `${capital(noun)} added.`
  const onForm = { errors: 'form', also } as const
  const create = useChange(crud.create, { ...onForm, done: next ? `${added} ${next}` : added })
  const update = useChange(crud.update, { ...onForm, done: `${capital(noun)} saved.` })
  const valuesOf = crud.valuesOf ?? ((one) => formValues(schema, one as Record<string, unknown>))
  // The endpoints take the id and the version, and answer with the thing; the type of a generic
  // endpoint does not say so.
  const one = found as (AnswerOf<Get> & Versioned) | undefined
  const [initial] = useState(() => (one ? valuesOf(one) : fieldsOf(addSchema, options.blank)))
  const params = one ? { ...options.params, id: one.id } : options.params
  const add = async (body: z.output<S>) => {
    const call = { params, body: (await options.addBody?.(body)) ?? body }
    return create.mutateAsync(call as unknown as CallOf<Endpoint>)
  }
  const change = (body: z.output<S>, version: number) => {
    const call = { params, body: { ...body, version } }
    return update.mutateAsync(call as unknown as CallOf<Endpoint>)
  }
  return useEntityForm<S, AnswerOf<Get>>({
    schema: one ? schema : addSchema,
    initial,
    ...(options.onChange && { onChange: options.onChange }),
    edited: editedBy(
      one,
      () => send(crud.get, { params } as unknown as CallOf<Get>) as Promise<typeof one & Versioned>,
      valuesOf,
    ),
    save: (body, version) =>
      (one ? change(body, version) : add(body)) as Promise<unknown> as Promise<AnswerOf<Get>>,
    onSaved: (again, saved) => {
      if (again) options.onAgain?.()
      else if (options.leave) options.leave(saved)
      else void navigate({ to: crud.list.to })
    },
  })
}
