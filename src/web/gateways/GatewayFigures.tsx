import { Button, Group } from '@mantine/core'
import { getGateway } from '#contract/routing/gateways.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { Figures } from '../ui/values/Figures.tsx'
import { formatDecimal, formatDuration, formatPercentOf, NONE } from '../ui/values/format.ts'
import { judgedText, Lock, Ping, Registration, secondsOf } from './GatewayState.tsx'
import { useLiveActions } from './use-live-actions.tsx'

/** Its state now; calls and pings change it while the form is open. */
export function GatewayFigures({ id }: { id: number }) {
  const { data: row } = useOne(getGateway, { params: { id } }, { every_ms: 5000 })
  const mayExecute = useMay('gateways.execute')
  const actionsOf = useLiveActions()
  if (!row) return <Figures label="State" figures={[{ label: 'Ping', value: NONE }]} />
  const { attempts_hour, answered_hour, acd_hour_seconds, pdd_ms_hour } = row
  return (
    <Figures
      label="State"
      figures={[
        { label: 'Ping', value: <Ping row={row} /> },
        { label: 'Lock', value: <Lock row={row} /> },
        ...(row.register ? [{ label: 'Registration', value: <Registration row={row} /> }] : []),
        { label: 'Active calls', value: formatDecimal(row.active_calls) },
        {
          label: 'ASR 1 h',
          value: attempts_hour === 0 ? NONE : formatPercentOf(answered_hour / attempts_hour),
        },
        { label: 'ACD 1 h', value: formatDuration(acd_hour_seconds, 'minutes') },
        { label: 'PDD 1 h', value: pdd_ms_hour === null ? NONE : secondsOf(pdd_ms_hour) },
        { label: `Quality, ${row.quality_window_hours} h`, value: judgedText(row) },
      ]}
    >
      {mayExecute && (
        <Group gap={8} ml="auto">
          {actionsOf(row).map(({ label, onClick }) => (
            <Button key={label} variant="default" onClick={onClick}>
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Figures>
  )
}
