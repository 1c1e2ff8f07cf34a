// Whether a user sees the balance of an account, in messages and where no field right narrows it.
import { balanceRightOf, ownBalanceRightOf } from '#core/permission/field-rights.ts'
import type { Caller } from '../http/caller.ts'

export const seesOwnBalance = ({ type, field_rights }: Caller): boolean =>
  field_rights.includes(ownBalanceRightOf(type))

export const seesBalanceOf = (
  caller: Caller,
  { id, kind }: { readonly id: number; readonly kind: string },
): boolean =>
  id === caller.account_id
    ? seesOwnBalance(caller)
    : caller.field_rights.includes(balanceRightOf(kind))
