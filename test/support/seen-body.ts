import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { seenWith } from '#contract/field-rights.ts'
import { fieldRightsOf } from '#core/permission/field-rights.ts'
import type { UserType } from '#core/permission/permission.ts'

/** The body without the fields that users of the type have not in the form. */
export function withoutUnseen(type: UserType, endpoint: Endpoint, body: object): object {
  const { body: form } = seenWith(endpoint, fieldRightsOf(type))
  const seen = form instanceof z.ZodObject ? form.shape : body
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in seen))
}
