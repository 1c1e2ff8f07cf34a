// Which calls have their SIP messages stored.
import type { Generated } from 'kysely'
import type { Defaulted, Id, Stamped } from './columns.ts'

export interface TraceRuleTable extends Stamped {
  id: Id
  name: string
  status: Defaulted<'active' | 'paused'>
  account_ids: Defaulted<number[]>
  gateway_ids: Defaulted<number[]>
  called_prefixes: Defaulted<string[]>
  caller_prefixes: Defaulted<string[]>
  failed_only: Generated<boolean>
  percent: Generated<number>
  until_at: Defaulted<string | null>
  version: Generated<number>
}
