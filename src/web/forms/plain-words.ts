/** Zod's own words for an empty field say more about zod than about the field. */
export function plainWords(issue: { readonly code?: string; readonly input?: unknown }) {
  const isEmpty = issue.input === undefined || issue.input === null || issue.input === ''
  return issue.code === 'invalid_type' && isEmpty ? 'Required.' : undefined
}
