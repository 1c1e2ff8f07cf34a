// The addresses of one client, on its page. Each change is saved separately.
import { Button } from '@mantine/core'
import { IconClipboardText, IconPlus } from '@tabler/icons-react'
import { type ClientIp, listClientIps } from '#contract/ip-list.ts'
import { useList } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { Section } from '../ui/form/Section.tsx'
import { count } from '../ui/format.ts'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { useColumns } from '../ui/grid/use-columns.ts'
import styles from './ClientIps.module.css'
import { ADDRESS, IP_COLUMNS } from './ip-columns.tsx'
import { useIpActions } from './use-ip-actions.tsx'

const COLUMNS = [ADDRESS, ...IP_COLUMNS]

export function ClientIps({ account_id }: { account_id: number }) {
  const list = useList(listClientIps, { query: { account_id } })
  const actions = useIpActions(account_id)
  const rows = list.data?.rows as readonly ClientIp[] | undefined
  const model = useColumns<ClientIp>('client-ips', COLUMNS, rows, (row) => String(row.id))
  const total = list.data?.page.total ?? 0
  return (
    <Section
      title="IP list"
      help="Calls are accepted from these addresses. Changes apply immediately."
      wide
    >
      <div className={styles.tools}>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => actions.open('add')}
        >
          Add address
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardText size={15} />}
          onClick={() => actions.open('paste')}
        >
          Paste many
        </Button>
        <ListLink to={paths.admin.ipList} filters={{ account_id }}>
          {total > 0 ? `${count(total, 'address', 'addresses')} in the IP list` : 'IP list'}
        </ListLink>
      </div>
      <div className={styles.grid}>
        <DataGrid
          label="IP list"
          model={model}
          data={{
            rows,
            error: list.error,
            isFetching: list.isFetching,
            retry: () => void list.refetch(),
          }}
          onOpen={actions.rows.onOpen}
          actions={actions.rows.actions}
          empty={{ text: 'No addresses. This client cannot make calls yet.' }}
        />
      </div>
      {actions.dialog}
    </Section>
  )
}
