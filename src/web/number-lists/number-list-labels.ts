import type { NumberList } from '#contract/routing/number-lists.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const LIST_MODE_CHOICES: readonly Choice<NumberList['mode']>[] = [
  { value: 'PREFIX', label: 'Prefixes' },
  { value: 'STRICT', label: 'Exact numbers' },
  { value: 'RANDOM', label: 'Pool' },
]

/** The modes of lists that compare numbers. */
export const LIST_MODES = LIST_MODE_CHOICES.filter(({ value }) => value !== 'RANDOM')

export const NUMBER_LIST_MODE_HELP: Readonly<Record<NumberList['mode'], string>> = {
  PREFIX: 'The item with the longest matching prefix applies.',
  STRICT: 'An item applies to exactly the same number.',
  RANDOM: 'Numbers picked at random, for example as caller number.',
}

export const LIST_ACTION_CHOICES: readonly Choice<NumberList['default_action']>[] = [
  { value: 'ACCEPT', label: 'Accept' },
  { value: 'REJECT', label: 'Reject' },
]

/** In a pool the same two words say whether a number is given out. */
export const POOL_ACTIONS: readonly Choice<NumberList['default_action']>[] = [
  { value: 'ACCEPT', label: 'Use' },
  { value: 'REJECT', label: 'Do not use' },
]

export const actionsOf = (mode: NumberList['mode']) =>
  mode === 'RANDOM' ? POOL_ACTIONS : LIST_ACTION_CHOICES

/** The most likely action of an item: the opposite of the one that applies without an item. */
export const defaultAction = ({ mode, default_action }: NumberList) =>
  mode === 'RANDOM' || default_action === 'REJECT' ? 'ACCEPT' : 'REJECT'
