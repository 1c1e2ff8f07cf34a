import type { ApiToken } from '#contract/people/api-tokens.ts'
import { count } from '../ui/values/format.ts'

/** Which ones are in the tooltip. */
export const rightsText = ({ permissions }: ApiToken): string =>
  count(permissions.length, 'right', 'rights')
