import type { Activity } from '#contract/people/activities.ts'
import { labelFor } from '../../ui/form/labels.ts'
import type { Choice } from '../../ui/form/SelectField.tsx'
import type { Tone } from '../../ui/values/Badge.tsx'
import { inWords } from './changes-in-words.ts'

export const ACTIVITY_ACTION_CHOICES: readonly Choice<Activity['action']>[] = [
  { value: 'CREATE', label: 'Added' },
  { value: 'UPDATE', label: 'Changed' },
  { value: 'DELETE', label: 'Deleted' },
  { value: 'EXECUTE', label: 'Executed' },
  { value: 'EXPORT', label: 'Exported' },
  { value: 'REFUSED', label: 'Refused' },
  { value: 'LOGIN', label: 'Login' },
  { value: 'LOGOUT', label: 'Logout' },
]

export const ACTION_TONES: Readonly<Record<Activity['action'], Tone>> = {
  CREATE: 'success',
  UPDATE: 'primary',
  DELETE: 'danger',
  EXECUTE: 'tertiary',
  EXPORT: 'neutral',
  REFUSED: 'warning',
  LOGIN: 'neutral',
  LOGOUT: 'neutral',
}

/** Names of actions that are no change of a form, by the field that they set. */
const DONE: Readonly<Record<string, string>> = {
  credit_note_number: 'Voided',
  document_number: 'Issued',
  ping_asked: 'Pinged',
  removal_asked: 'Removed',
  sent_at: 'Marked as sent',
  undone_count: 'Undone',
}

const LOCKS: Readonly<Record<string, string>> = { LOCKED: 'Locked', OPEN: 'Unlocked' }

/** These states are of the request; the end of the work is an entry of its own. */
const STARTED: Readonly<Record<string, string>> = {
  PREVIEWING: 'Preview started',
  APPLYING: 'Application started',
  UNDOING: 'Undo started',
}

/** "Locked" or "Applied" where the log knows only that something was executed. */
export function actionInWords({ action, changes }: Pick<Activity, 'action' | 'changes'>): string {
  if (action !== 'EXECUTE') return labelFor(ACTIVITY_ACTION_CHOICES, action)
  const lock = LOCKS[String(changes.lock_state?.[1])]
  const state = changes.state?.[1]
  const field = Object.keys(changes).find((name) => name in DONE)
  if (lock !== undefined) return lock
  if (typeof state === 'string') return STARTED[state] ?? inWords(state.toLowerCase())
  return DONE[field ?? ''] ?? labelFor(ACTIVITY_ACTION_CHOICES, action)
}
