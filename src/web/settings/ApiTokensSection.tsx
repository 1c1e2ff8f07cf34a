// The user's own API tokens: what each may do, when it was used last, and how to revoke it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ApiToken, listOwnApiTokens, revokeOwnApiToken } from '#contract/people/api-tokens.ts'
import { alert } from '../alerts/alerts.ts'
import { rightsText } from '../fields/api-token-labels.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import plainTable from '../ui/PlainTable.module.css'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { NONE } from '../ui/values/format.ts'
import { AddApiTokenDialog } from './AddApiTokenDialog.tsx'
import styles from './ApiTokens.module.css'
import { NewApiTokenDialog } from './NewApiTokenDialog.tsx'

export function ApiTokensSection() {
  const tokens = useOne(listOwnApiTokens, {})
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<string>()
  return (
    <div className={styles.section}>
      <Loaded query={tokens}>
        {(rows) =>
          rows.length === 0 ? (
            <span className="muted">No API tokens.</span>
          ) : (
            <ScrollBox label="API tokens">
              <table className={plainTable.table} aria-label="API tokens">
                <TableHead
                  columns={['Name', 'Token', 'Rights', 'Networks', 'Expires', 'Last used', 'From']}
                >
                  <td />
                </TableHead>
                <tbody>
                  {rows.map((token) => (
                    <TokenRow key={token.id} token={token} />
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )
        }
      </Loaded>
      <Button variant="default" onClick={() => setAdding(true)}>
        Add API token…
      </Button>
      {adding && (
        <AddApiTokenDialog
          onClose={() => setAdding(false)}
          onCreated={(token) => {
            setAdding(false)
            setMade(token)
          }}
        />
      )}
      {made && <NewApiTokenDialog token={made} onClose={() => setMade(undefined)} />}
    </div>
  )
}

function TokenRow({ token }: { token: ApiToken }) {
  const { id, name, prefix, permissions, allowed_networks, expires_at, last_used_ip } = token
  const revoke = useChange(revokeOwnApiToken, { done: 'API token revoked.' })
  async function ask(): Promise<void> {
    const sure = await alert.confirm('Programs that use it are refused from now on.', {
      title: `Revoke ${name}?`,
      yes: 'Revoke',
      no: 'Keep',
      dangerous: true,
    })
    if (sure) revoke.mutate({ params: { id } })
  }
  return (
    <tr>
      <td>
        {name} {token.is_expired && <Badge tone="warning">expired</Badge>}
      </td>
      <td className="mono">{prefix}…</td>
      <td title={permissions.join(', ')}>{rightsText(token)}</td>
      <td>{allowed_networks.join(', ') || <span className="muted">any</span>}</td>
      <td>{expires_at ? <DateTime at={expires_at} /> : <span className="muted">never</span>}</td>
      <td>{token.last_used_at ? <DateTime at={token.last_used_at} /> : NONE}</td>
      <td className="mono">{last_used_ip ?? NONE}</td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          loading={revoke.isPending}
          aria-label={`Revoke ${name}`}
          onClick={() => void ask()}
        >
          Revoke
        </Button>
      </td>
    </tr>
  )
}
