// Between what a form holds (the values as they travel, decimals as text) and what the code uses.
import { z } from 'zod'

/** The values of a new entity for the fields that the form has. */
export const fieldsOf = <Values extends object>(schema: z.ZodObject, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in schema.shape)) as Values

/** The values of a form for something that exists: of all its fields, those that the form has. */
export function formValues<S extends z.ZodObject>(
  schema: S,
  entity: Readonly<Record<string, unknown>>,
): z.input<S> {
  const known = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => entity[name] !== undefined)
      .map((name) => [name, entity[name]]),
  )
  return z.encode(schema, known as z.output<S>)
}
