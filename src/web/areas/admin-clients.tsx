// Who calls: clients, their addresses and telephones, their call records, and who is kept out.
import { type Place, place } from '../navigation/area.ts'

export const callerPlaces: readonly Place[] = [
  place(
    'wholesale-clients',
    {
      name: 'vsa-wholesale-clients',
      title: 'Wholesale clients',
      needs: 'wholesale_clients.view',
      menu: { group: 'Clients', label: 'Wholesale clients' },
    },
    () => import('../clients/WholesaleClientsScreen.tsx'),
  ),
  place(
    'wholesale-clients/add',
    {
      name: 'vsa-wholesale-client-add',
      title: 'Add wholesale client',
      needs: 'wholesale_clients.edit',
    },
    () => import('../clients/WholesaleClientForm.tsx'),
  ),
  place(
    'wholesale-clients/$id/edit',
    { name: 'vsa-wholesale-client-edit', title: 'Edit client', needs: 'wholesale_clients.edit' },
    () => import('../clients/WholesaleClientForm.tsx'),
  ),
  place(
    'retail-clients',
    {
      name: 'vsa-retail-clients',
      title: 'Retail clients',
      needs: 'retail_clients.view',
      menu: { group: 'Clients', label: 'Retail clients' },
    },
    () => import('../clients/RetailClientsScreen.tsx'),
  ),
  place(
    'retail-clients/add',
    { name: 'vsa-retail-client-add', title: 'Add retail client', needs: 'retail_clients.edit' },
    () => import('../clients/RetailClientForm.tsx'),
  ),
  place(
    'retail-clients/$id/edit',
    { name: 'vsa-retail-client-edit', title: 'Edit client', needs: 'retail_clients.edit' },
    () => import('../clients/RetailClientForm.tsx'),
  ),
  place(
    'wholesale-clients/ip-list',
    {
      name: 'vsa-wholesale-ip-list',
      title: 'IP list',
      needs: 'wholesale_clients.view',
      menu: { group: 'Clients', label: 'IP list' },
    },
    () => import('../clients/IpListScreen.tsx'),
  ),
  place(
    'registrations',
    {
      name: 'vsa-registrations',
      title: 'Registrations',
      needs: 'registrations.view',
      menu: { group: 'Clients', label: 'Registrations' },
    },
    () => import('../registrations/RegistrationsScreen.tsx'),
  ),
  place(
    'cdr/all',
    {
      name: 'vsa-cdr',
      title: 'All calls',
      needs: 'call_records.view',
      menu: { group: 'Calls', label: 'All calls' },
    },
    () => import('../calls/CallRecordsScreen.tsx'),
    { kind: 'all', failed: false },
  ),
  place(
    'cdr/all/failed',
    {
      name: 'vsa-cdr-failed',
      title: 'All failed calls',
      needs: 'call_records.view',
      menu: { group: 'Failed Calls', label: 'All failed calls' },
    },
    () => import('../calls/CallRecordsScreen.tsx'),
    { kind: 'all', failed: true },
  ),
  place(
    'cdr/wholesale',
    {
      name: 'vsa-cdr',
      title: 'Wholesale calls',
      needs: 'call_records.view',
      menu: { group: 'Calls', label: 'Wholesale calls' },
    },
    () => import('../calls/CallRecordsScreen.tsx'),
    { kind: 'wholesale', failed: false },
  ),
  place(
    'cdr/wholesale/failed',
    {
      name: 'vsa-cdr-failed',
      title: 'Wholesale failed calls',
      needs: 'call_records.view',
      menu: { group: 'Failed Calls', label: 'Wholesale failed calls' },
    },
    () => import('../calls/CallRecordsScreen.tsx'),
    { kind: 'wholesale', failed: true },
  ),
  place(
    'cdr/retail',
    {
      name: 'vsa-cdr',
      title: 'Retail calls',
      needs: 'call_records.view',
      menu: { group: 'Calls', label: 'Retail calls' },
    },
    () => import('../calls/CallRecordsScreen.tsx'),
    { kind: 'retail', failed: false },
  ),
  place(
    'cdr/retail/failed',
    {
      name: 'vsa-cdr-failed',
      title: 'Retail failed calls',
      needs: 'call_records.view',
      menu: { group: 'Failed Calls', label: 'Retail failed calls' },
    },
    () => import('../calls/CallRecordsScreen.tsx'),
    { kind: 'retail', failed: true },
  ),
  place(
    'logs/auth-failures',
    {
      name: 'vsa-auth-failure-log',
      title: 'Auth failures',
      needs: 'auth_failures.view',
      menu: { group: 'Logs', label: 'Auth failures' },
    },
    () => import('../logs/AuthFailuresScreen.tsx'),
  ),
  place(
    'logs/bans',
    {
      name: 'vsa-bans',
      title: 'Bans',
      needs: 'auth_failures.view',
      menu: { group: 'Logs', label: 'Bans' },
    },
    () => import('../logs/BansScreen.tsx'),
  ),
]
