import { Alert } from '@mantine/core'
import { IconReplace } from '@tabler/icons-react'
import type { TariffRate } from '#contract/tariffs/tariff-rates.ts'
import { Price } from '../ui/values/Amount.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import type { RateValues } from './price-example.ts'

interface ReplacedNoteProps {
  readonly replaced: TariffRate
  readonly values: RateValues
  /** A new rate without a destination keeps that of the old one. */
  readonly isNew: boolean
}

/** Shows which rate the form's rate replaces, and from when. */
export function ReplacedNote({ replaced, values, isNew }: ReplacedNoteProps) {
  const { rate, currency, destination } = replaced
  const { effective_from, effective_until } = values
  const ends = replaced.effective_until
  const returns =
    effective_until !== null && (ends === null || Date.parse(ends) > Date.parse(effective_until))
  return (
    <Alert color="info" role="status" icon={<IconReplace size={16} />}>
      Replaces <Price value={rate} currency={currency} /> per minute
      {destination && ` (${destination})`} from{' '}
      {effective_from === null ? 'now' : <DateTime at={effective_from} />}
      {returns && (
        <>
          {' '}
          until <DateTime at={effective_until} />
        </>
      )}
      .{isNew && destination && !values.destination.trim() && ' The destination name is kept.'}
    </Alert>
  )
}
