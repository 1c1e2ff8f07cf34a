import { Button } from '@mantine/core'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listSessions, revokeSession } from '#contract/people/session.ts'
import { alert } from '../alerts/alerts.ts'
import { deviceOf } from '../fields/device.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import plainTable from '../ui/PlainTable.module.css'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'

type Session = AnswerOf<typeof listSessions>[number]

export function SessionsSection() {
  const sessions = useOne(listSessions, {})
  return (
    <Loaded query={sessions}>
      {(rows) => (
        <ScrollBox label="Sessions">
          <table className={plainTable.table} aria-label="Sessions">
            <TableHead columns={['Device', 'Address', 'Since', 'Last active']}>
              <td />
            </TableHead>
            <tbody>
              {rows.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Loaded>
  )
}

function SessionRow({ session }: { session: Session }) {
  const device = deviceOf(session.user_agent)
  const revoke = useChange(revokeSession, { done: 'Session revoked.' })
  async function ask(): Promise<void> {
    const sure = await alert.confirm('That device has to log in again.', {
      title: `Revoke the session of ${device} at ${session.ip}?`,
      yes: 'Revoke',
      no: 'Keep',
      dangerous: true,
    })
    if (sure) revoke.mutate({ params: { id: session.id } })
  }
  return (
    <tr>
      <td title={session.user_agent}>
        {device} {session.is_current && <Badge tone="success">this session</Badge>}
      </td>
      <td className="mono">{session.ip}</td>
      <td>
        <DateTime at={session.created_at} />
      </td>
      <td>
        <DateTime at={session.last_active_at} />
      </td>
      <td>
        {!session.is_current && (
          <Button
            size="compact-xs"
            variant="default"
            loading={revoke.isPending}
            aria-label={`Revoke the session of ${device} at ${session.ip}`}
            onClick={() => void ask()}
          >
            Revoke
          </Button>
        )}
      </td>
    </tr>
  )
}
