// The filters that several lists of calls have.
import { CODECS, network } from '#contract/primitives.ts'
import type { FilterField, WrittenField } from '../lists/filters/filter-field.ts'
import { countries } from '../pickers/countries.ts'
import { PrefixText } from '../pickers/PrefixNames.tsx'
import { DestinationPicker } from '../pickers/pickers.tsx'

export const written = (
  name: string,
  label: string,
  more: Partial<WrittenField> = {},
): FilterField => ({
  kind: 'written',
  name,
  label,
  is: 'starts with',
  isNot: 'does not start with',
  ...more,
})

export const CALLED = written('called_number', 'Called', { Text: PrefixText })
export const DESTINATION = written('destination', 'Destination', {
  is: 'contains',
  isNot: 'does not contain',
  Picker: DestinationPicker,
})
export const PREFIX = written('prefix', 'Prefix')
export const COUNTRY: FilterField = {
  kind: 'chosen',
  name: 'country',
  label: 'Country',
  get choices() {
    return countries()
  },
}
export const SOURCE_IP = written('source_ip', 'Source IP', {
  is: 'is in',
  isNot: 'is not in',
  accepts: (text) => text.split(',').every((one) => network.safeParse(one).success),
})

export const CODEC_CHOICES = CODECS.map((codec) => ({ value: codec, label: codec }))
