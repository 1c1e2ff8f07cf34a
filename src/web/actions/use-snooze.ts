// Snoozing what an alarm is about, from its list, its drawer and the bell.
import { endSnooze, snoozeAlarm } from '#contract/alarms/alarms.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { useKit } from '../ui/Kit.tsx'
import { SNOOZE_CHOICES } from './snooze-choices.ts'

interface Snoozable {
  /** The id of the alarm. */
  readonly id: number
  readonly can_be_snoozed: boolean
  readonly snoozed_until: string | null
}

interface SnoozeAction {
  readonly label: string
  readonly onClick: () => void
}

/** None for users who may not, and where the rule is gone. */
export function useSnooze(): (alarm: Snoozable) => readonly SnoozeAction[] {
  const { now, timeZone } = useKit()
  const may = useMay('alarms.edit')
  const also = ['bell'] as const
  const snooze = useChange(snoozeAlarm, { also, done: 'Snoozed. It sends no messages until then.' })
  const end = useChange(endSnooze, { also, done: 'The snooze has ended.' })
  return ({ id, can_be_snoozed, snoozed_until }) => {
    if (!may || !can_be_snoozed) return []
    const params = { id }
    const ending = { label: 'End the snooze', onClick: () => end.mutate({ params }) }
    const choices = SNOOZE_CHOICES.map(({ label, until }) => ({
      label: `Snooze ${label}`,
      onClick: () => snooze.mutate({ params, body: { until_at: until(now(), timeZone) } }),
    }))
    return snoozed_until ? [ending, ...choices] : choices
  }
}
