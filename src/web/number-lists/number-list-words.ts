import type { NumberList } from '#contract/number-lists.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const STATUSES: readonly Choice<NumberList['status']>[] = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]

export const MODES: readonly Choice<NumberList['mode']>[] = [
  { value: 'PREFIX', label: 'By beginning' },
  { value: 'STRICT', label: 'Whole numbers' },
  { value: 'RANDOM', label: 'Pool' },
]

/** Of a list that compares numbers. */
export const LIST_MODES = MODES.filter(({ value }) => value !== 'RANDOM')

export const MODE_HELP: Readonly<Record<NumberList['mode'], string>> = {
  PREFIX: 'The item with the longest beginning of the number counts.',
  STRICT: 'An item counts for the number that is the same, digit by digit.',
  RANDOM: 'One of its numbers is taken by chance, such as a caller number that is shown.',
}

export const ACTIONS: readonly Choice<NumberList['default_action']>[] = [
  { value: 'ACCEPT', label: 'Accept' },
  { value: 'REJECT', label: 'Reject' },
]

/** In a pool the same two words say whether a number is given out. */
export const POOL_ACTIONS: readonly Choice<NumberList['default_action']>[] = [
  { value: 'ACCEPT', label: 'Give out' },
  { value: 'REJECT', label: 'Keep back' },
]

export const actionsOf = (mode: NumberList['mode']) => (mode === 'RANDOM' ? POOL_ACTIONS : ACTIONS)

/** What an item most likely does: the other than what holds without one. */
export const usualAction = ({ mode, default_action }: NumberList) =>
  mode === 'RANDOM' || default_action === 'REJECT' ? 'ACCEPT' : 'REJECT'
