// Gives a client a package: what is taken from its balance is said before.
import { useState } from 'react'
import type { z } from 'zod'
import {
  createPackageSubscription,
  packageSubscriptionForm,
} from '#contract/packages/package-subscriptions.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { PACKAGE_CYCLES } from '../packages/package-labels.ts'
import { type PackageOption, PackagePicker } from '../pickers/pickers.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { Wide } from '../ui/form/Section.tsx'
import { formatAmount, formatDuration } from '../ui/values/format.ts'
import type { Client } from './client-labels.ts'

interface SubscribeDialogProps {
  readonly client: Pick<Client, 'id' | 'currency'>
  readonly resource: string
  readonly onClose: () => void
}

export function SubscribeDialog({ client, resource, onClose }: SubscribeDialogProps) {
  const [offer, setOffer] = useState<PackageOption>()
  const subscribe = useChange(createPackageSubscription, {
    errors: 'form',
    done: 'Package added.',
    also: [resource, 'packages', 'ledger'],
  })
  // Empty until one is chosen, which the schema requires.
  const nothing_yet = { account_id: client.id, package_id: null } as unknown
  const form = useEntityForm({
    schema: packageSubscriptionForm,
    initial: nothing_yet as z.input<typeof packageSubscriptionForm>,
    save: (body) => subscribe.mutateAsync({ body }),
    onSaved: onClose,
  })
  return (
    <FormDialog title="Add package" form={form} onClose={onClose} save="Buy">
      <Wide>
        <PackagePicker
          label="Package"
          placeholder={`Packages in ${client.currency}`}
          currency={client.currency}
          account_id={client.id}
          onPick={setOffer}
          data-autofocus
          {...form.bind('package_id')}
        />
      </Wide>
      {offer && <Wide>{wordsOf(offer)}</Wide>}
    </FormDialog>
  )
}

function wordsOf({ seconds, price, currency, cycle }: PackageOption): string {
  const paid = `${formatAmount(price, 2)} ${currency}`
  const taken = `${paid} for ${formatDuration(seconds)} will be charged to the balance now`
  return cycle === 'ONCE'
    ? `${taken}, once.`
    : `${taken} and ${labelFor(PACKAGE_CYCLES, cycle).toLowerCase()}.`
}
