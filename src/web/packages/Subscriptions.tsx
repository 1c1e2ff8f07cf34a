// Who has which package and what is left of it: of one client, or of one package.

import { IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import {
  endPackageSubscription,
  listPackageSubscriptions,
  type PackageSubscription,
} from '#contract/packages/package-subscriptions.ts'
import { alert } from '../alerts/alerts.ts'
import { useHistory } from '../forms/history/History.tsx'
import { useChange, useList } from '../http/use-endpoint.ts'
import { SectionGrid } from '../lists/SectionGrid.tsx'
import { useMay } from '../session/session.ts'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'

/** Calls use them up while one looks. */
const POLL_MS = 5000

interface SubscriptionsProps {
  readonly of: { readonly account_id: number } | { readonly package_id: number }
  readonly columns: readonly GridColumn<PackageSubscription>[]
  readonly label: string
  readonly empty: string
}

export function Subscriptions({ of, columns, label, empty }: SubscriptionsProps) {
  const [sort, setSort] = useState<string>()
  const query = { ...of, ...(sort ? { sort: sort as 'state' } : {}) }
  const list = useList(listPackageSubscriptions, { query }, { every_ms: POLL_MS })
  const name = 'account_id' in of ? 'client-packages' : 'package-clients'
  const end = useEnding()
  const mayEdit = useMay('packages.edit')
  const history = useHistory<PackageSubscription>(
    'package_subscription',
    (row) => `${row.package_name} of ${row.account_name}`,
  )
  const endAction = (row: PackageSubscription): RowAction => ({
    label: 'End',
    icon: <IconPlayerStop size={15} />,
    danger: true,
    onClick: () => void end(row),
  })
  return (
    <>
      <SectionGrid
        label={label}
        name={name}
        list={list}
        columns={columns}
        sort={sort}
        onSort={setSort}
        actions={(row) => [
          ...history.actions(row),
          ...(mayEdit && row.state !== 'ENDED' ? [endAction(row)] : []),
        ]}
        empty={empty}
      />
      {history.dialog}
    </>
  )
}

function useEnding() {
  const end = useChange(endPackageSubscription, { also: ['packages'] })
  return async ({ id, package_name, account_name }: PackageSubscription): Promise<void> => {
    const sure = await alert.confirm(
      'The remaining minutes are lost without refund. Active calls keep their reservation.',
      {
        title: `End ${package_name} of ${account_name}?`,
        yes: 'End',
        no: 'Keep',
        dangerous: true,
      },
    )
    if (sure) end.mutate({ params: { id } })
  }
}
