// Makes the list of changed rates for one account, or for all that use the tariff.
import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { CallOf } from '#contract/endpoint.ts'
import {
  type PriceNotificationPreview,
  previewPriceNotification,
  priceNotificationForm,
} from '#contract/price-notifications/price-notifications.ts'
import * as is from '#contract/primitives.ts'
import type { NotificationBasis } from '#core/tariff/price-notification.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { AccountPicker, TariffPicker } from '../pickers/pickers.tsx'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'
import { NotificationPreview } from './NotificationPreview.tsx'

const BASES: readonly Choice<NotificationBasis>[] = [
  { value: 'KNOWN', label: 'Entered since' },
  { value: 'EFFECTIVE', label: 'Taking effect after' },
]

const schema = priceNotificationForm.extend({ tariff_id: is.id })

type Asked = CallOf<typeof previewPriceNotification>

interface NewNotificationDialogProps {
  readonly tariff_id: number | null
  readonly since: string | null
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

export function NewNotificationDialog(props: NewNotificationDialogProps) {
  const { tariff_id, since, onClose, onMade } = props
  const [found, setFound] = useState<{ asked: Asked; preview: PriceNotificationPreview }>()
  const look = useChange(previewPriceNotification, { errors: 'form' })
  const form = useEntityForm({
    schema,
    initial: {
      // The schema refuses a tariff that is not picked.
      tariff_id: tariff_id as number,
      account_id: null as number | null,
      basis: 'KNOWN' as NotificationBasis,
      since,
      is_full: false,
    },
    save: async ({ tariff_id: tid, ...body }) => {
      const asked = { params: { tid }, body }
      return { asked, preview: await look.mutateAsync(asked) }
    },
    onSaved: (_, answer) => setFound(answer),
  })
  if (found) {
    return (
      <NotificationPreview
        {...found}
        onBack={() => setFound(undefined)}
        onClose={onClose}
        onMade={onMade}
      />
    )
  }
  return (
    <FormDialog
      title="New price notification"
      save="Preview"
      width={720}
      form={form}
      onClose={onClose}
    >
      <TariffPicker label="Tariff" data-autofocus {...form.bind('tariff_id')} />
      <AccountPicker
        label="Client or reseller"
        description="Empty: all that use the tariff"
        placeholder="All"
        clearable
        {...form.bind('account_id')}
      />
      <SelectField
        label="Changes"
        description="By when they were entered or take effect"
        choices={BASES}
        {...form.bind('basis')}
      />
      <DateTimeField
        label="Since"
        description="Empty: the last notification; the first full list needs no time"
        {...form.bind('since')}
      />
      <Switch
        label="Full list"
        description="All rates, also those that have not changed"
        {...form.bind('is_full', 'checkbox')}
      />
    </FormDialog>
  )
}
