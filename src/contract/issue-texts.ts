// The messages of zod in plain words: it names types where users know fields. The console and the
// API both say it so; a message of a schema's own counts before.

interface Issue {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly expected?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: unknown
  readonly values?: unknown
}

const WHOLE = 'A whole number, for example 30.'
/** The maximum of values named in one sentence. */
const NAMED_MAX = 8

/** Undefined leaves zod its own words. */
export function issueText(issue: Issue): string | undefined {
  const { code, input } = issue
  const isEmpty = input === undefined || input === null || input === ''
  if (isEmpty && (code === 'invalid_type' || code === 'invalid_value')) return 'Required.'
  switch (code) {
    case 'invalid_type':
      return ofType(issue.expected)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_format':
      return 'Invalid format.'
    case 'invalid_union':
      return 'Invalid value.'
  }
  return undefined
}

function ofType(expected: unknown): string {
  if (expected === 'number' || expected === 'int') return WHOLE
  if (expected === 'string') return 'Must be text.'
  if (expected === 'boolean') return 'Must be true or false.'
  if (expected === 'array') return 'Must be a list.'
  return 'Invalid value.'
}

const characters = (count: unknown) => `${count} ${count === 1 ? 'character' : 'characters'}`

function tooSmall({ origin, minimum, inclusive }: Issue): string {
  if (origin === 'string') {
    return minimum === 1 ? 'Required.' : `At least ${characters(minimum)}.`
  }
  if (origin === 'array') return minimum === 1 ? 'At least one.' : `At least ${minimum}.`
  return inclusive === false ? `More than ${minimum}.` : `At least ${minimum}.`
}

function tooBig({ origin, maximum, inclusive }: Issue): string {
  if (maximum === Number.MAX_SAFE_INTEGER) return 'The number is too large.'
  if (origin === 'string') return `At most ${characters(maximum)}.`
  return inclusive === false ? `Less than ${maximum}.` : `At most ${maximum}.`
}

function oneOf(values: unknown): string {
  const known = Array.isArray(values) ? values.map(String) : []
  if (known.length === 0 || known.length > NAMED_MAX) return 'Unknown value.'
  return known.length === 1 ? `Must be ${known[0]}.` : `One of ${known.join(', ')}.`
}
