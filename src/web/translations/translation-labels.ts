import type { WholeTranslation } from '#contract/routing/translations.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export type TranslationRuleValues = WholeTranslation['rules'][number]

export const FIELDS: readonly Choice<TranslationRuleValues['field']>[] = [
  { value: 'called_number', label: 'Called number' },
  { value: 'caller_number', label: 'Caller number' },
  { value: 'caller_name', label: 'Caller name' },
  { value: 'pai', label: 'P-Asserted-Identity' },
  { value: 'diversion', label: 'Diversion' },
]

export const MATCHES: readonly Choice<TranslationRuleValues['match']>[] = [
  { value: 'prefix', label: 'Prefix' },
  { value: 'regex', label: 'Pattern' },
]

export const NEW_TRANSLATION_RULE: TranslationRuleValues = {
  field: 'called_number',
  match: 'prefix',
  pattern: '',
  strip: 0,
  replacement: '',
  pool_list_id: null,
  stop: false,
}
