// The addresses of one client, on its page. Each change is saved separately.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { listClientIps } from '#contract/accounts/ip-list.ts'
import { useList } from '../../http/use-endpoint.ts'
import { ListLink } from '../../lists/ListLink.tsx'
import { GridTools, SectionGrid } from '../../lists/SectionGrid.tsx'
import { paths } from '../../navigation/paths.ts'
import { Section } from '../../ui/form/Section.tsx'
import { count } from '../../ui/values/format.ts'
import { ADDRESS, IP_COLUMNS } from './ip-columns.tsx'
import { useIpActions } from './use-ip-actions.tsx'

const COLUMNS = [ADDRESS, ...IP_COLUMNS]

export function ClientIps({ account_id }: { account_id: number }) {
  const list = useList(listClientIps, { query: { account_id } })
  const actions = useIpActions(account_id)
  const total = list.data?.page.total ?? 0
  return (
    <Section
      title="IP list"
      help="Calls are accepted from these addresses. Changes apply immediately."
      wide
    >
      <GridTools>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => actions.open('add')}
        >
          Add address
        </Button>
        {actions.pasteButton}
        <ListLink to={paths.admin.ipList} filters={{ account_id }}>
          {total > 0 ? `${count(total, 'address', 'addresses')} in the IP list` : 'IP list'}
        </ListLink>
      </GridTools>
      <SectionGrid
        label="IP list"
        name="client-ips"
        list={list}
        columns={COLUMNS}
        onOpen={actions.rows.onOpen}
        actions={actions.rows.actions}
        empty="No addresses. This client cannot make calls yet."
      />
      {actions.dialog}
    </Section>
  )
}
