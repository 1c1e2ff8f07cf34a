interface Word {
  readonly value: string
  readonly label: string
}

/** The label of a value; the value itself if it has none. */
export function labelFor(choices: readonly Word[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value
}

/** As a sentence begins. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
