// Filters of a list that can also be turned round: `gateway_id=1,2` is any of them, and
// `gateway_id_not=3` is none of them. Both may be combined.
import { z } from 'zod'

/** The form of a single value in a URL. */
type Value = z.ZodType<unknown, string>
const VALUES_MAX = 100

/** Values with commas between them; the values themselves hold none. */
function several<V extends Value>(value: V) {
  return z.codec(z.string().max(2000), z.array(z.custom<z.output<V>>()).min(1), {
    decode: (text, context) => {
      const parts = text.split(',').map((part) => value.safeDecode(part.trim() as z.input<V>))
      const issue = parts.find((part) => !part.success)?.error?.issues[0]
      const tooMany = parts.length > VALUES_MAX && `At most ${VALUES_MAX} values.`
      if (!issue && !tooMany) return parts.map((part) => part.data as z.output<V>)
      context.issues.push({ code: 'custom', input: text, message: tooMany || issue?.message })
      return z.NEVER
    },
    encode: (values) => values.map((one) => value.encode(one)).join(','),
  })
}

type Several<V extends Value> = z.ZodOptional<ReturnType<typeof several<V>>>

type BothWays<F> = {
  [Name in keyof F & string as Name | `${Name}_not`]: F[Name]
}

function bothWays<F extends Readonly<Record<string, z.ZodType>>>(fields: F): BothWays<F> {
  const entries = Object.entries(fields).flatMap(([name, field]) => [
    [name, field],
    [`${name}_not`, field],
  ])
  return Object.fromEntries(entries)
}

/** Filters by one of several values. */
export function oneOf<F extends Readonly<Record<string, Value>>>(fields: F) {
  const entries = Object.entries(fields).map(([name, value]) => [name, several(value).optional()])
  return bothWays(Object.fromEntries(entries) as { [Name in keyof F]: Several<F[Name]> })
}

/** Filters by a part of a text, which may hold commas. */
export function partOf<F extends Readonly<Record<string, z.ZodType<string, string>>>>(fields: F) {
  const entries = Object.entries(fields).map(([name, value]) => [name, value.optional()])
  return bothWays(Object.fromEntries(entries) as { [Name in keyof F]: z.ZodOptional<F[Name]> })
}
