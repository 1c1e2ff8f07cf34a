import { NONE } from '../ui/values/format.ts'
import { sipLabel, sipMeaning } from './sip-codes.ts'

export function SipAnswer({ code }: { code: number | null }) {
  if (code === null) return NONE
  return <span title={sipMeaning(code)}>{sipLabel(code)}</span>
}
