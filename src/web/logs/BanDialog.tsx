// Bans an address manually, with a warning about clients that use it.
import { Alert, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { type ClientIp, listClientIps } from '#contract/accounts/ip-list.ts'
import { banForm, createBan } from '#contract/machine/bans.ts'
import { alert, html } from '../alerts/alerts.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange, useList } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Wide } from '../ui/form/Section.tsx'

interface BanDialogProps {
  /** Empty where it is not known yet. */
  readonly ip: string
  readonly reason: string
  readonly onClose: () => void
}

const HOUR_MINUTES = 60
const PAUSE_MS = 300

export function BanDialog({ ip, reason, onClose }: BanDialogProps) {
  const create = useChange(createBan, {
    errors: 'form',
    also: ['logs'],
  })
  const form = useEntityForm({
    schema: banForm,
    initial: { ip, minutes: HOUR_MINUTES, reason },
    save: (body) => create.mutateAsync({ body }),
    onSaved: (_again, saved) => {
      const text = html`<b>${saved.ip}</b> is banned. <a href="${paths.admin.bans}">All bans</a>`
      alert.success(text, { isHtml: true })
      onClose()
    },
  })
  const { bind } = form
  const [typed, setTyped] = useState(ip)
  form.form.watch('ip', ({ value }) => setTyped(value))
  return (
    <FormDialog title="Ban an address" form={form} onClose={onClose} save="Ban">
      <PlainTextField
        label="Address"
        placeholder="192.0.2.7"
        data-autofocus={ip === '' || undefined}
        {...bind('ip')}
      />
      <NumberField
        label="For"
        unit="minutes"
        data-autofocus={ip !== '' || undefined}
        {...bind('minutes')}
      />
      <Wide>
        <TextInput label="Reason (optional)" {...bind('reason')} />
      </Wide>
      <ClientWarning ip={typed} />
    </FormDialog>
  )
}

/** An address of the IP list may be banned, but usually by mistake. */
function ClientWarning({ ip }: { ip: string }) {
  const [holds] = useDebouncedValue(ip.trim(), PAUSE_MS)
  const isAddress = banForm.shape.ip.safeParse(holds).success
  const list = useList(listClientIps, { query: { holds } }, { enabled: isAddress })
  const rows = isAddress ? ((list.data?.rows ?? []) as readonly ClientIp[]) : []
  const names = [...new Set(rows.map((row) => row.client_name))]
  if (names.length === 0) return null
  return (
    <Wide>
      <Alert color="warning" role="status" icon={<IconAlertTriangle size={16} />}>
        {names.join(', ')} {names.length === 1 ? 'calls' : 'call'} from this address and will be
        blocked.
      </Alert>
    </Wide>
  )
}
