import { useUncontrolled } from '@mantine/hooks'

interface FieldValue<T> {
  readonly value?: T | undefined
  readonly defaultValue?: T | undefined
  readonly onChange?: ((value: T) => void) | undefined
}

/** The value of a field that the form controls or only observes. */
export function useFieldValue<T>(field: FieldValue<T>, empty: T): [T, (value: T) => void] {
  const { value, defaultValue, onChange } = field
  const [current, change] = useUncontrolled<T>({
    ...(value === undefined ? {} : { value }),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    finalValue: empty,
    ...(onChange ? { onChange } : {}),
  })
  return [current, change]
}
