// Ties a field to a form by its path, which the compiler knows: the kit's own getInputProps takes
// any text.
import type { UseFormReturnType } from '@mantine/form'

type Path<T> = T extends readonly (infer Item)[]
  ? `${number}` | `${number}.${Path<NonNullable<Item>>}`
  : T extends object
    ? {
        [Key in keyof T & string]:
          | Key
          | (NonNullable<T[Key]> extends object ? `${Key}.${Path<NonNullable<T[Key]>>}` : never)
      }[keyof T & string]
    : never

interface Bound {
  readonly key: string
  readonly name: string
  // The kit's fields take a value of their own kind; which one, the schema of the form checks.
  // biome-ignore lint/suspicious/noExplicitAny: getInputProps of the form has this type.
  readonly [prop: string]: any
}

export type Bind<Values> = (path: Path<Values>, kind?: 'input' | 'checkbox') => Bound

/** `changed` are the fields that get a mark, by the first word of their path. */
export function bindOf<Values extends object>(
  form: UseFormReturnType<Values>,
  changed?: ReadonlySet<string>,
): Bind<Values> {
  const marked = { wrapperProps: { 'data-changed': true } }
  return (path, kind = 'input') => ({
    name: path,
    ...form.getInputProps(path as never, { type: kind }),
    ...(changed?.has(path.split('.', 1)[0] ?? '') ? marked : {}),
    key: form.key(path as never),
  })
}
