// Why calls went where they went, or did not; where one would go; which calls are traced or
// recorded; and who did what.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { admin } = paths

/** Resellers test the calls of their clients. */
export const routeTestPlace = (group: string): Place =>
  place(
    admin.routeTester,
    { title: 'Route tester', needs: 'route_tests.execute', menu: { group } },
    () => import('../calls/routing/RouteTestScreen.tsx'),
  )

export const activitiesPlace = place(
  admin.activities,
  { title: 'Activities', needs: 'activities.view', menu: { group: 'Logs' } },
  () => import('../logs/ActivitiesScreen.tsx'),
)

export const logPlaces: readonly Place[] = [
  place(
    admin.callRecords('reseller'),
    { title: 'Reseller calls', needs: 'reseller_records.view', menu: { group: 'Calls' } },
    () => import('../calls/reseller/ResellerRecordsScreen.tsx'),
    { title: 'Reseller calls', failed: false },
  ),
  place(
    admin.failedCalls('reseller'),
    {
      title: 'Reseller failed calls',
      needs: 'reseller_records.view',
      menu: { group: 'Failed Calls' },
    },
    () => import('../calls/reseller/ResellerRecordsScreen.tsx'),
    { title: 'Reseller failed calls', failed: true },
  ),
  routeTestPlace('Route Plan'),
  place(
    admin.routingErrors,
    { title: 'Routing errors', needs: 'routing_logs.view', menu: { group: 'Logs' } },
    () => import('../calls/routing/RoutingErrorsScreen.tsx'),
  ),
  place(
    admin.routingLogs,
    { title: 'Routing logs', needs: 'routing_logs.view', menu: { group: 'Logs' } },
    () => import('../calls/routing/RoutingLogsScreen.tsx'),
  ),
  ...entityPlaces(admin.traceRules, {
    title: 'SIP traces',
    noun: 'trace rule',
    group: 'Logs',
    needs: 'trace_rules',
    list: () => import('../sip-traces/TraceRulesScreen.tsx'),
    form: () => import('../sip-traces/TraceRuleForm.tsx'),
  }),
  ...entityPlaces(admin.recordingRules, {
    title: 'Recording rules',
    noun: 'recording rule',
    group: 'Logs',
    needs: 'recording_rules',
    list: () => import('../recording-rules/RecordingRulesScreen.tsx'),
    form: () => import('../recording-rules/RecordingRuleForm.tsx'),
  }),
  activitiesPlace,
  place(
    admin.bulkChanges,
    { title: 'Bulk changes', needs: 'bulk_changes.view', menu: { group: 'Logs' } },
    () => import('../logs/BulkChangesScreen.tsx'),
  ),
]
