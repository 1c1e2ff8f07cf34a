// Clients, their addresses and SIP users, their call records, and bans.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { admin } = paths

const RECORDS = [
  { kind: 'all', title: 'All' },
  { kind: 'wholesale', title: 'Wholesale' },
  { kind: 'retail', title: 'Retail' },
] as const

/** Clients and their addresses: of the operator, or of a reseller. */
export const clientPlaces: readonly Place[] = [
  ...entityPlaces(admin.wholesaleClients, {
    title: 'Wholesale clients',
    noun: 'wholesale client',
    group: 'Clients',
    needs: 'wholesale_clients',
    list: () => import('../clients/WholesaleClientsScreen.tsx'),
    form: () => import('../clients/WholesaleClientForm.tsx'),
  }),
  ...entityPlaces(admin.retailClients, {
    title: 'Retail clients',
    noun: 'retail client',
    group: 'Clients',
    needs: 'retail_clients',
    list: () => import('../clients/RetailClientsScreen.tsx'),
    form: () => import('../clients/RetailClientForm.tsx'),
  }),
  place(
    admin.ipList,
    { title: 'IP list', needs: 'wholesale_clients.view', menu: { group: 'Clients' } },
    () => import('../clients/addresses/IpListScreen.tsx'),
  ),
]

export const callerPlaces: readonly Place[] = [
  ...clientPlaces,
  place(
    admin.registrations,
    { title: 'Registrations', needs: 'registrations.view', menu: { group: 'Clients' } },
    () => import('../registrations/RegistrationsScreen.tsx'),
  ),
  ...RECORDS.flatMap(({ kind, title }) => [
    place(
      admin.callRecords(kind),
      { title: `${title} calls`, needs: 'call_records.view', menu: { group: 'Calls' } },
      () => import('../calls/CallRecordsScreen.tsx'),
      { kind, failed: false },
    ),
    place(
      admin.failedCalls(kind),
      {
        title: `${title} failed calls`,
        needs: 'call_records.view',
        menu: { group: 'Failed Calls' },
      },
      () => import('../calls/CallRecordsScreen.tsx'),
      { kind, failed: true },
    ),
  ]),
  place(
    admin.authFailures,
    { title: 'Auth failures', needs: 'auth_failures.view', menu: { group: 'Logs' } },
    () => import('../logs/AuthFailuresScreen.tsx'),
  ),
  place(
    admin.bans,
    { title: 'Bans', needs: ['bans.view', 'login_locks.view'], menu: { group: 'Logs' } },
    () => import('../logs/BansScreen.tsx'),
  ),
]
