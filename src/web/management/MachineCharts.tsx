// The machine of a node in the last 24 hours.
import { machineSamples } from '#contract/machine/machine.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { Chart } from '../ui/charts/Chart.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import styles from './Management.module.css'
import { formatMachineBytes } from './machine-words.ts'

const POLL_MS = 60_000

const percent = (value: number) => `${formatDecimal(Math.round(value * 10) / 10)} %`
const tenth = (value: number) => formatDecimal(Math.round(value * 10) / 10)
const perSecond = (value: number) => `${formatMachineBytes(value)}/s`

export function MachineCharts({ node_id }: { node_id: number }) {
  const samples = useOne(machineSamples, { query: { node_id } }, { every_ms: POLL_MS })
  return (
    <Loaded query={samples}>
      {(rows) => {
        if (rows.length < 2) {
          return <p className="muted">Charts appear after ten minutes of measurements.</p>
        }
        const frame = { times: rows.map(({ at }) => at), note: '24 h, 5 min', height: 120 }
        return (
          <div className={styles.charts}>
            <Chart
              {...frame}
              title="Calls"
              series={[
                { label: 'Peak', tone: 'info', values: rows.map(({ calls }) => calls) },
                {
                  label: 'CPS',
                  tone: 'warning',
                  values: rows.map((row) => row.calls_per_second),
                },
              ]}
              format={tenth}
            />
            <Chart
              {...frame}
              title="CPU and memory"
              format={percent}
              series={[
                { label: 'CPU', tone: 'warning', values: rows.map((row) => row.cpu_percent) },
                { label: 'Memory', tone: 'info', values: rows.map((row) => row.memory_percent) },
              ]}
            />
            <Chart
              {...frame}
              title="Load"
              format={tenth}
              series={[{ label: 'Load', tone: 'info', values: rows.map(({ load }) => load) }]}
            />
            <Chart
              {...frame}
              title="Network"
              format={perSecond}
              series={[
                {
                  label: 'In',
                  tone: 'success',
                  values: rows.map((row) => row.received_bytes_per_second),
                },
                {
                  label: 'Out',
                  tone: 'info',
                  values: rows.map((row) => row.sent_bytes_per_second),
                },
              ]}
            />
          </div>
        )
      }}
    </Loaded>
  )
}
