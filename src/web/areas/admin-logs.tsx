// Why calls went where they went, or did not; and where one would go.
import { type Place, place } from '../navigation/area.ts'

export const logPlaces: readonly Place[] = [
  place(
    'cdr/reseller',
    {
      name: 'vsa-cdr',
      title: 'Reseller calls',
      needs: 'call_records.view',
      menu: { group: 'Calls', label: 'Reseller calls' },
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
      menu: { group: 'Failed Calls', label: 'Reseller failed calls' },
    },
    () => import('../calls/ResellerRecordsScreen.tsx'),
    { failed: true },
  ),
  place(
    'route-tester',
    {
      name: 'vsa-route-tester',
      title: 'Route tester',
      needs: 'route_tests.execute',
      menu: { group: 'Route Plan', label: 'Route tester' },
    },
    () => import('../calls/RouteTestScreen.tsx'),
  ),
  place(
    'logs/routing-errors',
    {
      name: 'vsa-routing-error-log',
      title: 'Routing errors',
      needs: 'routing_logs.view',
      menu: { group: 'Logs', label: 'Routing errors' },
    },
    () => import('../calls/RoutingErrorsScreen.tsx'),
  ),
  place(
    'logs/routing-logs',
    {
      name: 'vsa-routing-log',
      title: 'Routing logs',
      needs: 'routing_logs.view',
      menu: { group: 'Logs', label: 'Routing logs' },
    },
    () => import('../calls/RoutingLogsScreen.tsx'),
  ),
]
