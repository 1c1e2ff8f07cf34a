// The SIP users of one client, on its page. Each change is saved separately.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { listSipUsers, type SipUser } from '#contract/sip-users.ts'
import { useList } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { TextFilter } from '../ui/filters.tsx'
import { Section } from '../ui/form/Section.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { useColumns } from '../ui/grid/use-columns.ts'
import styles from './SipUsers.module.css'
import { SIP_USER_COLUMNS } from './sip-user-columns.tsx'
import { useSipUserActions } from './use-sip-user-actions.tsx'

/** Registrations change on their own. */
const POLL_MS = 5000

export function SipUsers({ account_id }: { account_id: number }) {
  const [sort, setSort] = useState<string>()
  const [q, setSearch] = useState<string>()
  const query = { account_id, ...(q ? { q } : {}), ...(sort ? { sort: sort as 'username' } : {}) }
  const list = useList(listSipUsers, { query }, { every_ms: POLL_MS })
  const actions = useSipUserActions(account_id)
  const rows = list.data?.rows as readonly SipUser[] | undefined
  const hasMore = (list.data?.page.total ?? 0) > (rows?.length ?? 0)
  const model = useColumns<SipUser>('sip-users', SIP_USER_COLUMNS, rows, (row) => String(row.id))
  return (
    <Section
      title="SIP users"
      help="Accounts for phones to register and call. Changes apply immediately."
      wide
    >
      <div className={styles.tools}>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => actions.open('add')}
        >
          Add SIP user
        </Button>
        <TextFilter label="Search" search value={q} onChange={setSearch} />
        <ListLink to={paths.admin.registrations} filters={{ account_id }}>
          Registrations
        </ListLink>
        {hasMore && <span className="muted">first {rows?.length} of all</span>}
      </div>
      <div className={styles.grid}>
        <DataGrid
          label="SIP users"
          model={model}
          data={{
            rows,
            error: list.error,
            isFetching: list.isFetching,
            retry: () => void list.refetch(),
          }}
          sort={{ chosen: sort, fallback: list.data?.page.sort }}
          onSort={setSort}
          onOpen={actions.rows.onOpen}
          actions={actions.rows.actions}
          empty={{
            text: 'No SIP users. This client cannot make calls yet.',
            onClearFilters: q ? () => setSearch(undefined) : undefined,
          }}
        />
      </div>
      {actions.dialog}
    </Section>
  )
}
