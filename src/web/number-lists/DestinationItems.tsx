// Puts all prefixes of a destination of the code deck on a list, which keeps its own items.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeckDestination } from '#contract/console/lookups.ts'
import { importNumberListItems } from '#contract/routing/number-list-items.ts'
import type { NumberList } from '#contract/routing/number-lists.ts'
import { fieldMessageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { DestinationPicker } from '../pickers/pickers.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { count } from '../ui/values/format.ts'
import { actionsOf, defaultAction } from './number-list-labels.ts'

interface DestinationItemsProps {
  readonly list: NumberList
  readonly onClose: () => void
}

/** With their destination as the description, as a file would have it. */
const linesOf = ({ name, prefixes }: DeckDestination): string =>
  ['key,description', ...prefixes.map((key) => `${key},"${name.replaceAll('"', '""')}"`)].join('\n')

export function DestinationItems({ list, onClose }: DestinationItemsProps) {
  const [destination, setDestination] = useState<DeckDestination>()
  const [action, setAction] = useState<NumberList['default_action']>(defaultAction(list))
  const params = { number_list_id: list.id }
  const body = {
    text: destination ? linesOf(destination) : '',
    action,
    replace: false,
    keep_existing: true,
  }
  const preview = useQuery({
    queryKey: ['number-lists', 'import', list.id, body],
    queryFn: ({ signal }) =>
      send(importNumberListItems, { params, body: { ...body, dry_run: true } }, signal),
    enabled: destination !== undefined,
    gcTime: 0,
    retry: false,
  })
  const load = useChange(importNumberListItems, {
    errors: 'form',
    done: 'Items added.',
    onDone: onClose,
  })
  const { added = 0, unchanged = 0 } = preview.data ?? {}
  const error = load.error ?? preview.error
  return (
    <Dialog
      title="Add destination"
      onClose={onClose}
      grows
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={load.isPending}
            disabled={added === 0}
            onClick={() => load.mutate({ params, body: { ...body, dry_run: false } })}
          >
            Add {count(added, 'item', 'items')}
          </Button>
        </>
      }
    >
      <DestinationPicker
        label="Destination"
        placeholder="Morocco mobile"
        description="An item is added for each of its prefixes in the code deck."
        data-autofocus
        onPick={setDestination}
      />
      {destination && (
        <p className="muted" role="status">
          <span className="mono">{destination.prefixes.join(' ')}</span>
          {unchanged > 0 &&
            ` ${count(unchanged, 'prefix is', 'prefixes are')} on the list already.`}
        </p>
      )}
      <SelectField
        label="Action"
        choices={actionsOf(list.mode)}
        value={action}
        onChange={(next) => setAction(next === 'ACCEPT' ? 'ACCEPT' : 'REJECT')}
      />
      {error && (
        <p role="alert" className="danger">
          {fieldMessageOf(error)}
        </p>
      )}
    </Dialog>
  )
}
