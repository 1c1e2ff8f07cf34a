// Requests that an address is added to the IP list of the client, or removed from it.
import { TextInput } from '@mantine/core'
import { addressRequestForm, createAddressRequest } from '#contract/accounts/address-requests.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { useChange } from '../../http/use-endpoint.ts'
import { PlainTextField } from '../../ui/form/PlainTextField.tsx'
import { Wide } from '../../ui/form/Section.tsx'

export interface AddressToRequest {
  readonly kind: 'ADD' | 'REMOVE'
  /** Empty where it is to be typed. */
  readonly network: string
}

interface RequestAddressDialogProps {
  readonly asked: AddressToRequest
  readonly onClose: () => void
}

export function RequestAddressDialog({ asked, onClose }: RequestAddressDialogProps) {
  const request = useChange(createAddressRequest, { errors: 'form', done: 'Requested.' })
  const form = useEntityForm({
    schema: addressRequestForm,
    initial: { ...asked, note: '' },
    save: (body) => request.mutateAsync({ body }),
    onSaved: onClose,
  })
  const isRemoval = asked.kind === 'REMOVE'
  return (
    <FormDialog
      title={isRemoval ? `Request the removal of ${asked.network}` : 'Request an address'}
      form={form}
      onClose={onClose}
      save="Request"
    >
      <Wide>
        <PlainTextField
          label="Address"
          placeholder="192.0.2.7 or 192.0.2.0/24"
          readOnly={isRemoval}
          {...form.bind('network')}
        />
      </Wide>
      <Wide>
        <TextInput label="Note (optional)" data-autofocus={isRemoval} {...form.bind('note')} />
      </Wide>
    </FormDialog>
  )
}
