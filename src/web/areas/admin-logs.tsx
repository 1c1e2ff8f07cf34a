// Why calls went where they went, or did not; and where one would go.
import { type Place, place } from './area.ts'

export const logPlaces: readonly Place[] = [
  place(
    'cdr/reseller',
    {
      name: 'vsa-cdr',
      title: 'Reseller call records',
      needs: 'call_records.view',
      menu: { group: 'Calls', label: 'Reseller Calls' },
    },
    () => import('../calls/ResellerRecordsScreen.tsx'),
    { failed: false },
  ),
  place(
    'cdr/reseller/failed',
    {
      name: 'vsa-cdr-failed',
      title: 'Reseller failed calls',
      needs: 'call_records.view',
      menu: { group: 'Failed Calls', label: 'Reseller Failed Calls' },
    },
    () => import('../calls/ResellerRecordsScreen.tsx'),
    { failed: true },
  ),
  place(
    'route-tester',
    {
      name: 'vsa-route-tester',
      title: 'Route Tester',
      needs: 'route_tests.execute',
      menu: { group: 'Route Plan', label: 'Route Tester' },
    },
    () => import('../calls/RouteTestScreen.tsx'),
  ),
  place(
    'logs/routing-errors',
    {
      name: 'vsa-routing-error-log',
      title: 'Routing Errors',
      needs: 'routing_logs.view',
      menu: { group: 'Logs', label: 'Routing Errors' },
    },
    () => import('../calls/RoutingErrorsScreen.tsx'),
  ),
  place(
    'logs/routing-logs',
    {
      name: 'vsa-routing-log',
      title: 'Routing Logs',
      needs: 'routing_logs.view',
      menu: { group: 'Logs', label: 'Routing Logs' },
    },
    () => import('../calls/RoutingLogsScreen.tsx'),
  ),
]
