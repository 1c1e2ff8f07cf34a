import { listSessions } from '#contract/session.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { Badge } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import styles from './Settings.module.css'

/** The browser and the system are enough to recognise a session by. */
function deviceOf(user_agent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/.exec(user_agent)
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(user_agent)?.[1]
  if (!browser) return user_agent.slice(0, 60)
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser[1] ?? ''] ?? browser[1]
  return [`${name} ${browser[2]}`, system].filter(Boolean).join(' on ')
}

export function SessionsSection() {
  const sessions = useOne(listSessions, {})
  return (
    <Loaded query={sessions}>
      {(rows) => (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Device</th>
                <th scope="col">Address</th>
                <th scope="col">Since</th>
                <th scope="col">Last active</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((session) => (
                <tr key={session.id}>
                  <td title={session.user_agent}>
                    {deviceOf(session.user_agent)}{' '}
                    {session.is_current && <Badge tone="success">this one</Badge>}
                  </td>
                  <td className="mono">{session.ip}</td>
                  <td>
                    <DateTime at={session.created_at} />
                  </td>
                  <td>
                    <DateTime at={session.last_active_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Loaded>
  )
}
