import type { OwnAddressRequest } from '#contract/accounts/address-requests.ts'
import type { Choice } from '../../ui/form/SelectField.tsx'

export const REQUEST_KINDS: readonly Choice<OwnAddressRequest['kind']>[] = [
  { value: 'ADD', label: 'Add' },
  { value: 'REMOVE', label: 'Remove' },
]

export const REQUEST_STATES: readonly Choice<OwnAddressRequest['state']>[] = [
  { value: 'OPEN', label: 'Open' },
  { value: 'ACCEPTED', label: 'Accepted' },
  { value: 'REFUSED', label: 'Refused' },
]

/** The only question about the requests in the list of clients. */
export const WITH_REQUESTS: readonly Choice<'OPEN'>[] = [{ value: 'OPEN', label: 'Open' }]
