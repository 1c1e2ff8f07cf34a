// The SIP users of one client, on its page. Each change is saved separately.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { listSipUsers } from '#contract/accounts/sip-users.ts'
import { useList } from '../../http/use-endpoint.ts'
import { ListLink } from '../../lists/ListLink.tsx'
import { GridTools, SectionGrid } from '../../lists/SectionGrid.tsx'
import { paths } from '../../navigation/paths.ts'
import { TextFilter } from '../../ui/filters.tsx'
import { Section } from '../../ui/form/Section.tsx'
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
  const shown = list.data?.rows.length ?? 0
  const hasMore = (list.data?.page.total ?? 0) > shown
  return (
    <Section
      title="SIP users"
      help="Accounts for phones to register and call. Changes apply immediately."
      wide
    >
      <GridTools>
        {actions.makesPasswords && (
          <Button
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => actions.open('add')}
          >
            Add SIP user
          </Button>
        )}
        <TextFilter label="Search" search value={q} onChange={setSearch} />
        <ListLink to={paths.admin.registrations} filters={{ account_id }}>
          Registrations
        </ListLink>
        {hasMore && <span className="muted">first {shown} of all</span>}
      </GridTools>
      <SectionGrid
        label="SIP users"
        name="sip-users"
        list={list}
        columns={SIP_USER_COLUMNS}
        sort={sort}
        onSort={setSort}
        onOpen={actions.rows.onOpen}
        actions={actions.rows.actions}
        empty="No SIP users. This client cannot make calls yet."
        onClearFilters={q ? () => setSearch(undefined) : undefined}
      />
      {actions.dialog}
    </Section>
  )
}
