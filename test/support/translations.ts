// The numbers of a call, and a rule that translates them, for tests.
import type { CallNumbers, TranslationRule } from '#core/number/translation.ts'

export const NUMBERS: CallNumbers = {
  called_number: '442071838750',
  caller_number: '12025550100',
  caller_name: 'Ann',
  pai: '',
  diversion: '',
}

/** One that changes nothing unless the test says otherwise. */
export const makeTranslationRule = (change: Partial<TranslationRule>): TranslationRule => ({
  field: 'called_number',
  match: 'prefix',
  pattern: '',
  strip: 0,
  replacement: '',
  pool_list_id: null,
  stop: false,
  ...change,
})
