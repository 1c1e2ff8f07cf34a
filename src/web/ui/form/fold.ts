// Sections of a form that are folded while their fields are as in a new entity.

/** The hash of a URL that opens the section of this name. */
export const HEALTH = 'health'

export interface Fold<Values = Readonly<Record<string, unknown>>> {
  readonly title: string
  readonly help?: string
  /** Shown while it is folded: what holds by default. */
  readonly summary: string
  readonly fields: readonly (keyof Values & string)[]
}

interface FoldState {
  readonly blank: object
  readonly initial: object
  readonly errors: Readonly<Record<string, unknown>>
}

/** Properties of its `FoldedSection`. */
export function foldProps(fold: Fold, { blank, initial, errors }: FoldState) {
  const { fields, ...texts } = fold
  const textOf = (values: object, name: string) =>
    JSON.stringify((values as Readonly<Record<string, unknown>>)[name])
  // A field that the user does not see has no value.
  const isChanged = (name: string) =>
    ![undefined, textOf(blank, name)].includes(textOf(initial, name))
  return {
    ...texts,
    isChanged: fields.some(isChanged),
    isWrong: Object.keys(errors).some((path) => fields.includes(path.split('.', 1)[0] ?? '')),
  }
}
