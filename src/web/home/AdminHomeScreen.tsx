// The home page of the operator: current activity, today compared with yesterday until the same
// time, the last day.
import { home } from '#contract/home.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { useUser } from '../session/session.ts'
import { FigureTiles } from './FigureTiles.tsx'
import styles from './Home.module.css'
import { TopLists } from './TopLists.tsx'
import { TrafficCharts } from './TrafficCharts.tsx'
import { TrafficPanel } from './TrafficPanel.tsx'

const POLL_MS = 5000

export default function AdminHomeScreen() {
  const figures = useOne(home, {}, { every_ms: POLL_MS })
  const { currency } = useUser()
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>Overview</h1>
        <span className="muted">Amounts in {currency}, excl. VAT</span>
      </div>
      <Loaded query={figures}>
        {(data) => (
          <>
            <FigureTiles figures={data} />
            <TrafficPanel>{(traffic) => <TrafficCharts {...traffic} />}</TrafficPanel>
            <div className={styles.lists}>
              <TopLists figures={data} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
