// The home page of the operator: current activity, today compared with yesterday until the same
// time, the last day; and the panels beside this overview.
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { home } from '#contract/console/home.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import type { Permission } from '#core/permission/permission.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { useAddress } from '../lists/use-address.ts'
import { paths } from '../navigation/paths.ts'
import { useMay, useUser } from '../session/session.ts'
import { useFirstCallGuide } from '../storage/first-call-guide.ts'
import { Loading } from '../ui/Loading.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import type { HomeFigures } from './figures.ts'
import styles from './Home.module.css'
import { LowBalances } from './LowBalances.tsx'
import { SwitchTiles } from './SwitchTiles.tsx'
import { TopLists } from './TopLists.tsx'
import { TrafficCharts } from './TrafficCharts.tsx'
import { TrafficPanel } from './TrafficPanel.tsx'

const POLL_MS = 5000

interface HomePanel {
  readonly name: string
  readonly label: string
  readonly needs: Permission
  readonly Panel: ComponentType<{ readonly tabs: ReactNode }>
}

/** A list of the overview, loaded when it is chosen. */
interface HomeWidget {
  readonly name: string
  readonly label: string
  readonly needs: Permission
  readonly sees?: FieldRight
  readonly Widget: ComponentType
}

interface AdminHomeScreenProps {
  readonly panels: readonly HomePanel[]
  readonly widgets: readonly HomeWidget[]
  /** Over the overview while there were no calls. */
  readonly FirstCall: ComponentType
}

export default function AdminHomeScreen({ panels, widgets, FirstCall }: AdminHomeScreenProps) {
  const navigate = useNavigate()
  const { permissions, field_rights } = useUser()
  const { address } = useAddress()
  const seen = panels.filter(({ needs }) => permissions.includes(needs))
  const current = seen.find(({ name }) => name === address.panel)
  const choices = [
    { value: '', label: 'Overview' },
    ...seen.map(({ name, label }) => ({ value: name, label })),
  ]
  const tabs = (
    <ScrollBox label="Panels">
      <PresetTabs
        label="Panel"
        choices={choices}
        value={current?.name}
        // The filters of one panel mean nothing in another.
        onChange={(panel) =>
          void navigate({ to: paths.admin.home, search: (panel ? { panel } : {}) as never })
        }
      />
    </ScrollBox>
  )
  if (!current) {
    const shown = widgets.filter(
      ({ needs, sees }) => permissions.includes(needs) && (!sees || field_rights.includes(sees)),
    )
    return <Overview tabs={tabs} widgets={shown} FirstCall={FirstCall} />
  }
  return (
    <Suspense fallback={null}>
      <current.Panel tabs={tabs} />
    </Suspense>
  )
}

interface OverviewProps {
  readonly tabs: ReactNode
  readonly widgets: readonly HomeWidget[]
  readonly FirstCall: ComponentType
}

function Overview({ tabs, widgets, FirstCall }: OverviewProps) {
  const figures = useOne(home, {}, { every_ms: POLL_MS })
  const { currency } = useUser()
  const seesSwitch = useMay('system.view')
  const maySetUp = useMay('route_plans.view')
  const guide = useFirstCallGuide()
  return (
    <div className="page-scroll">
      {tabs}
      <div className="page-title">
        <h1>Overview</h1>
        <span className="muted">Amounts in {currency}, excl. VAT</span>
      </div>
      <Loaded query={figures}>
        {(data) => (
          <>
            {maySetUp && guide !== 'dismissed' && data.today.calls + data.yesterday.calls === 0 && (
              <Suspense fallback={null}>
                <FirstCall />
              </Suspense>
            )}
            <FigureTiles figures={data} />
            <TrafficPanel>{(traffic) => <TrafficCharts {...traffic} />}</TrafficPanel>
            <div className={styles.lists}>
              <TopLists figures={data} />
              <Attention figures={data} widgets={widgets} />
            </div>
            {seesSwitch && <SwitchTiles />}
          </>
        )}
      </Loaded>
    </div>
  )
}

interface AttentionProps {
  readonly figures: HomeFigures
  readonly widgets: readonly HomeWidget[]
}

/** The lists that may need the operator: low balances first, the others by tabs. */
function Attention({ figures, widgets }: AttentionProps) {
  const { address, write } = useAddress()
  const chosen = widgets.find(({ name }) => name === address.list)
  return (
    <div className={styles.tabbed}>
      {widgets.length > 0 && (
        <PresetTabs
          label="Attention"
          choices={[
            { value: '', label: 'Balances' },
            ...widgets.map(({ name, label }) => ({ value: name, label })),
          ]}
          value={chosen?.name}
          onChange={(list) => write({ list })}
        />
      )}
      {chosen ? (
        <Suspense fallback={<Loading />}>
          <chosen.Widget />
        </Suspense>
      ) : (
        <LowBalances accounts={figures.low_balances} />
      )}
    </div>
  )
}
