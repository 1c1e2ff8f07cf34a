// The columns of who has which package, and of what is left of it.

import type { PackageSubscription } from '#contract/packages/package-subscriptions.ts'
import * as column from '../columns/common-columns.tsx'
import { accountPath } from '../navigation/account-path.ts'
import { paths } from '../navigation/paths.ts'
import { PrefixNames } from '../pickers/PrefixNames.tsx'
import { Link } from '../session/Link.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatAmount, formatDuration, NONE } from '../ui/values/format.ts'
import { Remaining } from '../ui/values/Remaining.tsx'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { leftLabel, PACKAGE_CYCLES, PAUSE_LABELS, SUBSCRIPTION_STATES } from './package-labels.ts'

type Column = GridColumn<PackageSubscription>

const PACKAGE: Column = column.link(
  'package_name',
  'Package',
  140,
  (row) => paths.admin.packages.edit(row.package_id),
  { sort: true },
)

const CLIENT: Column = {
  id: 'account_name',
  header: 'Client',
  width: 140,
  sort: 'account_name',
  cell: ({ account_id, account_kind, account_name }) => (
    <Link to={accountPath({ id: account_id, kind: account_kind, level: null })}>
      {account_name}
    </Link>
  ),
}

const REST: readonly Column[] = [
  {
    id: 'seconds_left',
    header: 'Left',
    width: 225,
    sort: 'seconds_left',
    cell: (row) =>
      row.state === 'ENDED' ? (
        NONE
      ) : (
        <Remaining
          label={`Left of ${row.package_name}`}
          left={row.seconds_left}
          of={row.period_seconds}
          words={leftLabel(row.seconds_left, row.period_seconds)}
        />
      ),
  },
  {
    id: 'period_ends_at',
    header: 'Until',
    width: 165,
    sort: 'period_ends_at',
    cell: ({ ended_at, period_ends_at }) =>
      ended_at === null && period_ends_at === null ? (
        'used up'
      ) : (
        <DateTime at={ended_at ?? period_ends_at} />
      ),
  },
  {
    id: 'state',
    header: 'State',
    width: 180,
    sort: 'state',
    cell: ({ state, pause_reason }) => (
      <StatusLabel choices={SUBSCRIPTION_STATES} value={state}>
        {pause_reason && `: ${PAUSE_LABELS[pause_reason]}`}
      </StatusLabel>
    ),
  },
  {
    id: 'price',
    header: 'Price',
    width: 180,
    hidden: true,
    align: 'end',
    cell: (row) => `${formatAmount(row.price, 2)} ${row.currency}, ${cycleLabel(row)}`,
  },
  {
    id: 'seconds_held',
    header: 'Reserved',
    width: 100,
    align: 'end',
    hidden: true,
    cell: (row) => (row.seconds_held > 0 ? formatDuration(row.seconds_held) : NONE),
  },
  column.time('period_starts_at', 'Since', 160, { hidden: true }),
  {
    id: 'prefixes',
    header: 'Numbers',
    width: 160,
    hidden: true,
    cell: (row) => <PrefixNames prefixes={row.prefixes} none="all numbers" />,
  },
]

const cycleLabel = ({ cycle }: PackageSubscription) => labelFor(PACKAGE_CYCLES, cycle).toLowerCase()

export const PACKAGES_OF_CLIENT: readonly Column[] = [PACKAGE, ...REST]
export const CLIENTS_OF_PACKAGE: readonly Column[] = [CLIENT, ...REST]
