// Who has which package and what is left of it: of one client, or of one package.

import { IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import {
  endPackageSubscription,
  listPackageSubscriptions,
  type PackageSubscription,
} from '#contract/package-subscriptions.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange, useList } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { useColumns } from '../ui/grid/use-columns.ts'
import styles from './Subscriptions.module.css'

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
  const rows = list.data?.rows as readonly PackageSubscription[] | undefined
  const name = 'account_id' in of ? 'client-packages' : 'package-clients'
  const model = useColumns<PackageSubscription>(name, columns, rows, (row) => String(row.id))
  const end = useEnding()
  const mayEdit = useMay('packages.edit')
  return (
    <div className={styles.grid}>
      <DataGrid
        label={label}
        model={model}
        data={{
          rows,
          error: list.error,
          isFetching: list.isFetching,
          retry: () => void list.refetch(),
        }}
        sort={{ chosen: sort, fallback: list.data?.page.sort }}
        onSort={setSort}
        actions={(row) =>
          mayEdit && row.state !== 'ENDED'
            ? [
                {
                  label: 'End',
                  icon: <IconPlayerStop size={15} />,
                  danger: true,
                  onClick: () => void end(row),
                },
              ]
            : []
        }
        empty={{ text: empty }}
      />
    </div>
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
