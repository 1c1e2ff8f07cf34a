// Two people have changed one thing at the same time: what differs, and which value counts.

export type FormRecord = Readonly<Record<string, unknown>>
export type Side = 'mine' | 'theirs'

export interface Difference {
  readonly field: string
  readonly mine: unknown
  readonly theirs: unknown
  /** Who has changed it: what only one has changed is not in dispute. */
  readonly changed_by: Side | 'both'
}

/** By what they hold: forms clone their values with every key. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  return isObject(a) && isObject(b) && JSON.stringify(a) === JSON.stringify(b)
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The fields of `now` that are no longer as in `before`. */
export const changedFields = (before: FormRecord, now: FormRecord): string[] =>
  Object.keys(now).filter((field) => !isSame(before[field] ?? null, now[field] ?? null))

/** The fields that differ; a field that the server does not return is only mine. */
export function differencesOf(
  before: FormRecord,
  mine: FormRecord,
  theirs: FormRecord,
): Difference[] {
  const byMe = new Set(changedFields(before, mine))
  const byThem = new Set(changedFields(before, theirs))
  return changedFields(theirs, mine)
    .filter((field) => field in theirs)
    .map((field) => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      changed_by: !byThem.has(field) ? 'mine' : byMe.has(field) ? 'both' : 'theirs',
    }))
}

/** The preset: fields that I have not changed keep their value. */
export const firstChoice = ({ changed_by }: Difference): Side =>
  changed_by === 'theirs' ? 'theirs' : 'mine'

export const merged = (
  differences: readonly Difference[],
  sideOf: (difference: Difference) => Side,
): FormRecord => Object.fromEntries(differences.map((one) => [one.field, one[sideOf(one)]]))
