import type { Activity } from '#contract/activities.ts'
import type { Tone } from '../ui/Badge.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'

export const ACTIONS: readonly Choice<Activity['action']>[] = [
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
