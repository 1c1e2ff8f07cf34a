import { lookupTranslations } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

export function TranslationPicker(props: PickerProps) {
  return <LookupPicker endpoint={lookupTranslations} {...props} />
}
