// The home page of the operator, with panels of several families of screens.
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Permission } from '#core/permission/permission.ts'
import { place } from '../navigation/area.ts'
import { type HomePanelName, paths } from '../navigation/paths.ts'

interface PanelInfo {
  readonly name: HomePanelName
  /** In the menu, and among the panels. */
  readonly group: string
  readonly label: string
  readonly needs: Permission
}

type Load = () => Promise<{ default: ComponentType<{ readonly tabs: ReactNode }> }>

const panel = (info: PanelInfo, load: Load) => ({ ...info, Panel: lazyRouteComponent(load) })

const PANELS = [
  panel(
    {
      name: 'statistics',
      group: 'Reports',
      label: 'Statistics',
      needs: 'traffic_reports.view',
    },
    async () => ({ default: (await import('../home/StatisticsPanel.tsx')).StatisticsPanel }),
  ),
  panel(
    { name: 'invoice', group: 'Account', label: 'Invoice', needs: 'payments.view' },
    async () => ({ default: (await import('../invoices/InvoicePanel.tsx')).InvoicePanel }),
  ),
  panel(
    { name: 'recharge', group: 'Account', label: 'Smart Recharge', needs: 'payments.create' },
    async () => ({ default: (await import('../payments/RechargePanel.tsx')).RechargePanel }),
  ),
  panel(
    { name: 'unused', group: 'Clients', label: 'Unused Clients', needs: 'unused_clients.view' },
    async () => ({
      default: (await import('../clients/UnusedClientsPanel.tsx')).UnusedClientsPanel,
    }),
  ),
  panel(
    { name: 'children', group: 'Resellers', label: 'Show Children', needs: 'resellers.view' },
    async () => ({ default: (await import('../resellers/ChildrenPanel.tsx')).ChildrenPanel }),
  ),
]

/** Lists of the overview beside the low balances. */
const WIDGETS = [
  {
    name: 'alarms',
    label: 'Alarms',
    needs: 'alarms.view',
    Widget: lazyRouteComponent(async () => ({
      default: (await import('../home/Alarms.tsx')).Alarms,
    })),
  },
  {
    name: 'gateways',
    label: 'Gateways',
    needs: 'gateways.view',
    Widget: lazyRouteComponent(async () => ({
      default: (await import('../gateways/GatewayHealth.tsx')).GatewayHealth,
    })),
  },
  {
    name: 'refusals',
    label: 'Refusals',
    needs: 'traffic_reports.view',
    sees: 'operations',
    Widget: lazyRouteComponent(async () => ({
      default: (await import('../calls/reports/RefusalsToday.tsx')).RefusalsToday,
    })),
  },
] as const

const FirstCall = lazyRouteComponent(async () => ({
  default: (await import('../first-call/FirstCallPanel.tsx')).FirstCallPanel,
}))

export const homePlace = place(
  paths.admin.home,
  { title: 'Home', needs: 'home.view', menu: { group: 'Home' } },
  () => import('../home/AdminHomeScreen.tsx'),
  { panels: PANELS, widgets: WIDGETS, FirstCall },
)

export const homeLinks = PANELS.map(({ name, group, label, needs }) => ({
  group,
  label,
  needs,
  to: paths.admin.homePanel(name),
}))
