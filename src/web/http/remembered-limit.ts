import { LIMIT_DEFAULT, LIMIT_MAX } from '#contract/page.ts'
import { recall, remember } from '../storage/vault.ts'

/** How many rows the user wants on a page, in every list of this browser. */
export function rememberedLimit(): number {
  const remembered = Number(recall('LIMIT'))
  const isLimit = Number.isInteger(remembered) && remembered > 0 && remembered <= LIMIT_MAX
  return isLimit ? remembered : LIMIT_DEFAULT
}

/** The limit comes from a list's control or address; a panel's twenty rows change no other list. */
export const rememberLimit = (limit: number): void => remember('LIMIT', String(limit))
