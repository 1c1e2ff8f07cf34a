// How the calls of the page are spread over gateways; a click keeps those of one.
import { UnstyledButton } from '@mantine/core'
import type { ActiveCall } from '#contract/active-calls.ts'
import { formatDecimal } from '../ui/format.ts'
import styles from './ActiveCalls.module.css'

interface GatewayLoadProps {
  readonly calls: readonly ActiveCall[]
  /** More calls go on than the page shows. */
  readonly isPart: boolean
  readonly chosen: string | undefined
  readonly onChoose: (gateway_id: string | undefined) => void
}

interface Load {
  readonly id: string
  readonly name: string
  readonly calls: number
  readonly answered: number
}

export function GatewayLoad({ calls, isPart, chosen, onChoose }: GatewayLoadProps) {
  const loads = loadsOf(calls)
  const most = Math.max(...loads.map((load) => load.calls), 1)
  if (loads.length === 0) return null
  return (
    <fieldset className={styles.load}>
      <legend className="muted">
        By gateway{isPart && `, ${formatDecimal(calls.length)} calls on this page`}
      </legend>
      {loads.map((load) => (
        <UnstyledButton
          key={load.id}
          className={styles.gateway}
          aria-pressed={chosen === load.id}
          onClick={() => onChoose(chosen === load.id ? undefined : load.id)}
        >
          <span
            className={styles.bar}
            style={{ width: `${(load.calls / most) * 100}%` }}
            aria-hidden
          />
          <span>{load.name}</span>
          <span>
            <b>{formatDecimal(load.calls)}</b>{' '}
            <span className="muted">{formatDecimal(load.answered)} answered</span>
          </span>
        </UnstyledButton>
      ))}
    </fieldset>
  )
}

function loadsOf(calls: readonly ActiveCall[]): Load[] {
  const loads = new Map<number, Load>()
  for (const { gateway_id, gateway_name, state } of calls) {
    if (gateway_id === null) continue
    const load = loads.get(gateway_id)
    loads.set(gateway_id, {
      id: String(gateway_id),
      name: gateway_name ?? String(gateway_id),
      calls: (load?.calls ?? 0) + 1,
      answered: (load?.answered ?? 0) + (state === 'ANSWERED' ? 1 : 0),
    })
  }
  // By name: an order by load would move under the pointer with every answer.
  return [...loads.values()].sort((a, b) => a.name.localeCompare(b.name))
}
