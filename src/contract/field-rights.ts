// Fields that not every user sees. A field is declared once, with its right; `seenWith` such rights
// an endpoint has no other fields in its rows, its files, its filters and its sort orders. A form
// saved without a field leaves it as it was.
import { z } from 'zod'
import type { FieldRight } from '#core/permission/field-rights.ts'
import type { Endpoint } from './endpoint.ts'

type Schema = z.core.$ZodType
type Rights = readonly FieldRight[]

/** One of several is enough. */
type Needed = FieldRight | readonly FieldRight[]
type ChoiceRights = Readonly<Record<string, Needed | undefined>>

/** The rights that the schema of a field names in its metadata. */
const saidOf = (schema: Schema) =>
  ((schema as z.ZodType).meta() ?? {}) as { right?: Needed; choice_rights?: ChoiceRights }

/**
 * A field for users with the right; for others it is absent. The type says that it is there: the
 * server has it always, and the console shows it only to those who see it.
 */
export function needing<S extends z.ZodType>(right: Needed, schema: S): S {
  return schema.optional().meta({ right }) as unknown as S
}

/** Several fields that need the same right. */
export function allNeeding<F extends Readonly<Record<string, z.ZodType>>>(
  right: Needed,
  fields: F,
): F {
  const entries = Object.entries(fields).map(([name, field]) => [name, needing(right, field)])
  return Object.fromEntries(entries)
}

/** Choices of which some need a right. */
export function choicesNeeding<S extends z.ZodType>(choice_rights: ChoiceRights, schema: S): S {
  return schema.meta({ choice_rights })
}

/** The right that the field needs; undefined if everyone sees it. */
export const rightOf = (field: Schema): Needed | undefined => saidOf(field).right

export const seesNeeding = (held: Rights, right: Needed | undefined): boolean =>
  right === undefined || [right].flat().some((one) => held.includes(one))

/** The fields of a list, or of the thing that is answered. */
function shapeOf(answer: Schema | undefined): z.core.$ZodShape {
  if (answer instanceof z.ZodArray) return shapeOf(answer.element)
  return answer instanceof z.ZodObject ? answer.shape : {}
}

const rightIn = (schema: Schema | undefined, name: string): Needed | undefined => {
  const field = shapeOf(schema)[name]
  return field && saidOf(field).right
}

/** The names of the fields that not everyone sees. */
export const fieldsWithRight = (schema: Schema | undefined): readonly string[] =>
  Object.entries(shapeOf(schema)).flatMap(([name, field]) => (rightOf(field) ? [name] : []))

/** Whether users with these rights see the field of the rows; what is no field has no right. */
export const seesField = (held: Rights, { answer }: Endpoint, name: string): boolean =>
  seesNeeding(held, rightIn(answer, name))

/** The same for a filter. */
export const seesFilter = (held: Rights, { query }: Endpoint, name: string): boolean =>
  seesNeeding(held, rightIn(query, name))

function narrowedShape(shape: z.core.$ZodShape, held: Rights): z.core.$ZodShape {
  const fields = Object.entries(shape).flatMap(([name, field]): [string, Schema][] => {
    const { right } = saidOf(field)
    if (!seesNeeding(held, right)) return []
    return [[name, narrowed(right ? (field as z.ZodOptional).unwrap() : field, held)]]
  })
  const isSame = fields.every(([name, field]) => field === shape[name])
  return isSame && fields.length === Object.keys(shape).length ? shape : Object.fromEntries(fields)
}

function narrowedChoices(schema: z.ZodEnum, held: Rights): z.ZodEnum {
  const needs = saidOf(schema).choice_rights ?? {}
  const seen = schema.options.filter((choice) => seesNeeding(held, needs[choice]))
  return seen.length === schema.options.length ? schema : z.enum(seen.map(String))
}

/** The schema without what needs other rights; the same object where there is nothing such. */
function narrowed(schema: Schema, held: Rights): Schema {
  if (schema instanceof z.ZodObject) {
    const shape = narrowedShape(schema.shape, held)
    // Not strict: what is left out is dropped.
    return shape === schema.shape ? schema : z.object(shape)
  }
  if (schema instanceof z.ZodEnum) return narrowedChoices(schema, held)
  if (schema instanceof z.ZodArray) return rewrapped(schema, schema.element, held, z.array)
  if (schema instanceof z.ZodNullable) return rewrapped(schema, schema.unwrap(), held, z.nullable)
  if (schema instanceof z.ZodOptional) return rewrapped(schema, schema.unwrap(), held, z.optional)
  if (schema instanceof z.ZodDefault) {
    return rewrapped(schema, schema.unwrap(), held, (inner) =>
      // A default that is not seen is the first one that is.
      (inner as z.ZodEnum).default((inner as z.ZodEnum).options[0] as string),
    )
  }
  return schema
}

function rewrapped(
  whole: Schema,
  part: Schema,
  held: Rights,
  wrap: (inner: Schema) => Schema,
): Schema {
  const inner = narrowed(part, held)
  return inner === part ? whole : wrap(inner)
}

/**
 * The query without filters and sort orders that need other rights: an order says what the values
 * are.
 */
function narrowedQuery(query: z.ZodObject, answer: Schema | undefined, held: Rights): z.ZodObject {
  const shape = narrowedShape(query.shape, held)
  const { sort } = shape
  if (!(sort instanceof z.ZodOptional)) return shape === query.shape ? query : z.strictObject(shape)
  const all = (sort.unwrap() as z.ZodEnum).options.map(String)
  const seen = all.filter((name) => seesNeeding(held, rightIn(answer, name.replace(/^-/, ''))))
  if (shape === query.shape && seen.length === all.length) return query
  return z.strictObject({ ...shape, sort: z.enum(seen).optional() })
}

/** The fields of a form that its users may send, with all its checks; another one is unknown. */
export function narrowedForm<S extends Schema>(form: S, held: Rights): S {
  if (!(form instanceof z.ZodObject)) return form
  const shape = narrowedShape(form.shape, held)
  return shape === form.shape ? form : (form.clone({ ...form.def, shape }) as z.ZodObject as never)
}

/** The endpoint as users with these rights have it. */
export function seenWith({ query, body, answer, ...rest }: Endpoint, held: Rights): Endpoint {
  return {
    ...rest,
    ...(query && { query: narrowedQuery(query, answer, held) }),
    ...(body && { body: narrowedForm(body, held) }),
    ...(answer && { answer: narrowed(answer, held) }),
  }
}

/** The fields that users with these rights have in the forms and the answers, and in no other. */
export function fieldsSeenWith(endpoints: readonly Endpoint[], held: Rights): readonly string[] {
  const shapes = endpoints.flatMap(({ body, answer }) => [shapeOf(body), shapeOf(answer)])
  const fields = shapes.flatMap((shape) => Object.entries(shape))
  const hidden = fields.flatMap(([name, field]) => (seesNeeding(held, rightOf(field)) ? [] : name))
  return [...new Set(fields.map(([name]) => name))].filter((name) => !hidden.includes(name))
}
