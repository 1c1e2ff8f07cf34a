// The fields of a call that a translation rule can change. In a file of its own, because the
// console lists the fields and must not load the engine of patterns.
export const TRANSLATION_FIELDS = [
  'called_number',
  'caller_number',
  'caller_name',
  'pai',
  'diversion',
] as const
export type TranslationField = (typeof TRANSLATION_FIELDS)[number]
