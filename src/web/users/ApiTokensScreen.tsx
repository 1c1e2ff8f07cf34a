// The API tokens of all users, and how to revoke one.
import { IconTrash } from '@tabler/icons-react'
import { listApiTokens, revokeApiToken, type UserApiToken } from '#contract/people/api-tokens.ts'
import { alert } from '../alerts/alerts.ts'
import * as column from '../columns/common-columns.tsx'
import { rightsText } from '../fields/api-token-labels.ts'
import { USER_TYPES } from '../fields/user-types.ts'
import { useHistory } from '../forms/history/History.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'

const COLUMNS: readonly GridColumn<UserApiToken>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 180,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => (
      <>
        {name} {row.is_expired && <Badge tone="warning">expired</Badge>}
      </>
    ),
  },
  column.text('username', 'User', 140, { sort: true }),
  {
    id: 'type',
    header: 'Type',
    width: 150,
    cell: (row) => labelFor(USER_TYPES, row.type),
    filter: ({ type }) => ['type', type],
  },
  column.text('account_name', 'Account', 160),
  column.mono('prefix', 'Token', 130),
  {
    id: 'permissions',
    header: 'Rights',
    width: 90,
    cell: (row) => <span title={row.permissions.join(', ')}>{rightsText(row)}</span>,
  },
  {
    id: 'allowed_networks',
    header: 'Allowed networks',
    width: 190,
    cell: (row) => row.allowed_networks.join(', ') || <span className="muted">any</span>,
  },
  column.time('expires_at', 'Expires', 160, { sort: true }),
  column.time('last_used_at', 'Last used', 160, { sort: true }),
  column.mono('last_used_ip', 'From', 130),
  column.created,
]

export default function ApiTokensScreen() {
  const list = useListScreen(listApiTokens)
  const mayRevoke = useMay('api_tokens.delete')
  const revoke = useChange(revokeApiToken, { also: ['me'], done: 'API token revoked.' })
  const history = useHistory<UserApiToken>('api_token', ({ name }) => name)
  const ask = async ({ id, name, username }: UserApiToken) => {
    const sure = await alert.confirm('Programs that use it are refused from now on.', {
      title: `Revoke ${name} of ${username}?`,
      yes: 'Revoke',
      no: 'Keep',
      dangerous: true,
    })
    if (sure) revoke.mutate({ params: { id } })
  }
  return (
    <>
      <ListPage
        title="API tokens"
        name="api-tokens"
        list={list}
        columns={COLUMNS}
        noun={['API token', 'API tokens']}
        {...(mayRevoke && {
          actions: (row: UserApiToken) => [
            ...history.actions(row),
            {
              label: 'Revoke…',
              icon: <IconTrash size={15} />,
              danger: true,
              onClick: () => void ask(row),
            },
          ],
        })}
        empty="No API tokens."
        filters={
          <>
            <TextFilter label="Name, user, account" search {...list.bind('q')} />
            <SelectFilter label="Type" choices={USER_TYPES} {...list.bind('type')} />
          </>
        }
      />
      {history.dialog}
    </>
  )
}
