import { PACE_DAYS } from '#core/account/days-left.ts'
import { formatDecimal } from '../ui/values/format.ts'
import { StatTile } from '../ui/values/StatTile.tsx'

/** Fewer are a reason to pay now. */
const SOON_DAYS = 3
const YEAR_DAYS = 365

function inWords(days: number): string {
  if (days > YEAR_DAYS) return 'over a year'
  if (days < 1) return 'less than a day'
  return days === 1 ? '1 day' : `${formatDecimal(days)} days`
}

/** How long the available money lasts; nothing without a charge. */
export function LastsTile({ days }: { days: number | null | undefined }) {
  if (days === null || days === undefined) return null
  return (
    <StatTile
      label="Lasts about"
      value={inWords(days)}
      tone={days < SOON_DAYS ? 'danger' : undefined}
      note={`at the pace of the last ${PACE_DAYS} days`}
    />
  )
}
