import type { Choice } from './SelectField.tsx'

/** The label of a value; the value itself where nobody named it. */
export function wordFor(choices: readonly Choice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value
}
