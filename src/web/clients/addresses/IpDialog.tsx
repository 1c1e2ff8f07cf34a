// Adds and changes one row of the IP list.
import { Alert, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type ClientIp,
  clientIpForm,
  createClientIp,
  getClientIp,
  updateClientIp,
} from '#contract/accounts/ip-list.ts'
import { NEW_IP } from '#contract/blank-forms.ts'
import { STATUSES } from '../../fields/statuses.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useCrudForm } from '../../forms/use-crud-form.ts'
import { paths } from '../../navigation/paths.ts'
import { AccountPicker } from '../../pickers/pickers.tsx'
import { PortField } from '../../ui/form/NumberField.tsx'
import { PlainTextField } from '../../ui/form/PlainTextField.tsx'
import { Wide } from '../../ui/form/Section.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TransportField } from '../TransportField.tsx'
import { IpDetails } from './IpDetails.tsx'
import { parseSource, wideNetwork } from './source.ts'

interface IpDialogProps {
  /** Absent where one adds. */
  readonly row?: ClientIp | undefined
  /** Whose address it is, where that is known already. */
  readonly account_id?: number | undefined
  readonly onClose: () => void
}

const ADDRESS = {
  noun: 'address',
  entity: 'client_ip',
  list: { label: 'IP list', to: paths.admin.ipList },
  get: getClientIp,
  create: createClientIp,
  update: updateClientIp,
  schema: clientIpForm,
  also: ['wholesale-clients'],
}

export function IpDialog({ row, account_id, onClose }: IpDialogProps) {
  const form = useCrudForm(ADDRESS, row, {
    blank: { ...NEW_IP, account_id: account_id ?? null },
    leave: onClose,
  })
  const { bind } = form
  const address = bind('ip')
  const [warning, setWarning] = useState(wideNetwork(row?.ip ?? ''))

  /** Puts `10.0.0.1:5060/udp` into its three fields; false when there is only an address. */
  const spread = (text: string): boolean => {
    const source = parseSource(text)
    if (!source || (source.port === null && source.transport === null)) return false
    form.form.setValues(source)
    setWarning(wideNetwork(source.ip))
    return true
  }
  return (
    <FormDialog
      title={row ? `Address ${row.ip}` : 'Add address'}
      form={form}
      onClose={onClose}
      addAnother={!row}
      history={row && { entity: ADDRESS.entity, id: row.id }}
    >
      {account_id === undefined && (
        <Wide>
          <AccountPicker label="Client" type="WHOLESALE" {...bind('account_id')} />
        </Wide>
      )}
      <Wide>
        <PlainTextField
          label="Address"
          placeholder="192.0.2.7, 192.0.2.0/24 or 192.0.2.7:5060/udp"
          data-autofocus={row || account_id !== undefined ? true : undefined}
          {...address}
          onChange={(event) => {
            address.onChange?.(event)
            setWarning(wideNetwork(event.currentTarget.value))
          }}
          onPaste={(event) => {
            if (spread(event.clipboardData.getData('text'))) event.preventDefault()
          }}
          onBlur={(event) => {
            if (!spread(event.currentTarget.value)) address.onBlur?.(event)
          }}
        />
      </Wide>
      {warning && (
        <Wide>
          <Alert color="warning" role="status" icon={<IconAlertTriangle size={16} />}>
            {warning}
          </Alert>
        </Wide>
      )}
      <PortField label="Port (optional)" placeholder="Any" {...bind('port')} />
      <TransportField {...bind('transport')} />
      <TextInput label="Tech prefix (optional)" {...bind('tech_prefix')} />
      <SelectField label="Status" choices={STATUSES} {...bind('status')} />
      <Wide>
        <TextInput label="Description (optional)" {...bind('description')} />
      </Wide>
      <IpDetails form={form} />
    </FormDialog>
  )
}
