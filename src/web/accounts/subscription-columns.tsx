// The columns of who has which package, and of what is left of it.
import { Link } from '@tanstack/react-router'
import type { PackageSubscription } from '#contract/package-subscriptions.ts'
import { paths } from '../areas/paths.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { wordFor } from '../ui/form/words.ts'
import { formatAmount, formatDuration, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Remaining } from '../ui/Remaining.tsx'
import { accountPath } from './account-path.ts'
import {
  leftWords,
  PACKAGE_CYCLES,
  PAUSE_WORDS,
  prefixesWords,
  STATE_TONES,
  SUBSCRIPTION_STATES,
} from './package-words.ts'

type Column = GridColumn<PackageSubscription>

const PACKAGE: Column = {
  id: 'package_name',
  header: 'Package',
  width: 180,
  sort: 'package_name',
  cell: (row) => <Link to={paths.admin.packages.edit(row.package_id)}>{row.package_name}</Link>,
}

const CLIENT: Column = {
  id: 'account_name',
  header: 'Client',
  width: 180,
  sort: 'account_name',
  cell: ({ account_id, account_kind, account_name }) => (
    <Link to={accountPath({ id: account_id, kind: account_kind, level: null })}>
      {account_name}
    </Link>
  ),
}

const REST: readonly Column[] = [
  {
    id: 'state',
    header: 'State',
    width: 220,
    sort: 'state',
    cell: ({ state, pause_reason }) => (
      <StatusDot tone={STATE_TONES[state]}>
        {wordFor(SUBSCRIPTION_STATES, state)}
        {pause_reason && `: ${PAUSE_WORDS[pause_reason]}`}
      </StatusDot>
    ),
  },
  {
    id: 'seconds_left',
    header: 'Left',
    width: 270,
    sort: 'seconds_left',
    cell: (row) =>
      row.state === 'ENDED' ? (
        NONE
      ) : (
        <Remaining
          label={`Left of ${row.package_name}`}
          left={row.seconds_left}
          of={row.period_seconds}
          words={leftWords(row.seconds_left, row.period_seconds)}
        />
      ),
  },
  {
    id: 'seconds_held',
    header: 'In calls',
    width: 100,
    align: 'end',
    cell: (row) => (row.seconds_held > 0 ? formatDuration(row.seconds_held) : NONE),
  },
  {
    id: 'period_starts_at',
    header: 'Period from',
    width: 160,
    cell: (row) => <DateTime at={row.period_starts_at} />,
  },
  {
    id: 'period_ends_at',
    header: 'Period to',
    width: 160,
    sort: 'period_ends_at',
    cell: (row) =>
      row.period_ends_at === null ? (
        'used up'
      ) : (
        <DateTime at={row.ended_at ?? row.period_ends_at} />
      ),
  },
  {
    id: 'price',
    header: 'Price',
    width: 180,
    align: 'end',
    cell: (row) => `${formatAmount(row.price, 2)} ${row.currency}, ${cycleWord(row)}`,
  },
  {
    id: 'prefixes',
    header: 'Numbers',
    width: 160,
    hidden: true,
    cell: (row) => <span className="mono">{prefixesWords(row.prefixes)}</span>,
  },
]

const cycleWord = ({ cycle }: PackageSubscription) => wordFor(PACKAGE_CYCLES, cycle).toLowerCase()

export const PACKAGES_OF_CLIENT: readonly Column[] = [PACKAGE, ...REST]
export const CLIENTS_OF_PACKAGE: readonly Column[] = [CLIENT, ...REST]
