import { LIMIT_DEFAULT } from '#contract/page.ts'
import { recall, remember } from '../session/vault.ts'

/** A supplied positive limit is remembered for this browser; without one the remembered counts. */
export function rememberedLimit(supplied?: number): number {
  if (supplied !== undefined && supplied > 0) {
    remember('LIMIT', String(supplied))
    return supplied
  }
  const remembered = Number(recall('LIMIT'))
  return Number.isInteger(remembered) && remembered > 0 ? remembered : LIMIT_DEFAULT
}
