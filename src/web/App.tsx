// The console from nothing to the first page: start-up, then colours and clock, then the login or
// the inside.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Alerts } from './alerts/Alerts.tsx'
import { alert } from './alerts/alerts.ts'
import { LoginScreen } from './session/LoginScreen.tsx'
import { useScheme } from './session/scheme.ts'
import { serverQuery, userQuery } from './session/session.ts'
import { type Startup, startUp } from './startup.ts'
import { recall, remember } from './storage/vault.ts'
import { browserNow } from './ui/browser-clock.ts'
import { Failure } from './ui/Failure.tsx'
import { Kit } from './ui/Kit.tsx'
import { Loading } from './ui/Loading.tsx'
import { DEFAULT_COLORS } from './ui/theme/tokens.ts'

export function App({ queries }: { queries: QueryClient }) {
  const [startup, setStartup] = useState<Startup>({ kind: 'loading' })
  const hasStarted = startup.kind === 'login' || startup.kind === 'inside'
  const scheme = useScheme()
  const { data: server } = useQuery({ ...serverQuery, enabled: hasStarted })
  const { data: user } = useQuery({
    ...userQuery,
    enabled: false,
    select: ({ amount_decimals, date_format, timezone }) => ({
      amount_decimals,
      date_format,
      timezone,
    }),
  })
  const offset_ms = server?.offset_ms ?? 0
  const now = useCallback(() => browserNow() + offset_ms, [offset_ms])

  const start = useCallback(async () => {
    const result = await startUp(queries)
    setStartup(result)
    if (result.kind === 'failed') alert.error(result.message, { title: 'Initialization failed' })
  }, [queries])
  useEffect(() => void start(), [start])

  return (
    <Kit
      colors={server?.theme_colors ?? DEFAULT_COLORS}
      scheme={scheme}
      timeZone={user?.timezone ?? server?.timezone ?? 'UTC'}
      dateFormat={user?.date_format ?? 'YYYY-MM-DD'}
      amountDecimals={user?.amount_decimals ?? 4}
      now={now}
      recall={recall}
      remember={remember}
    >
      {startup.kind === 'loading' && <Loading />}
      {startup.kind === 'failed' && (
        <main>
          <Failure
            message="Initialization failed, please reload the page."
            action="Reload"
            onRetry={() => location.reload()}
          />
        </main>
      )}
      {startup.kind === 'login' && <LoginScreen onDone={start} />}
      {startup.kind === 'inside' && <startup.Inside queries={queries} />}
      <Alerts />
    </Kit>
  )
}
