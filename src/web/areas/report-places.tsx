// Reports of traffic and payments, invoices and price notifications, which are the same screens in
// several areas.
import { type Place, place } from '../navigation/area.ts'
import { paths, type ReportKind } from '../navigation/paths.ts'

const REPORTS: readonly (readonly [kind: ReportKind, title: string])[] = [
  ['hourly', 'Hourly'],
  ['daily', 'Daily'],
  ['monthly', 'Monthly'],
  ['summary', 'Summary'],
]

export const reportPlaces = (to: (kind: ReportKind) => string): readonly Place[] =>
  REPORTS.map(([kind, label]) =>
    place(
      to(kind),
      {
        title: `${label} report`,
        needs: 'traffic_reports.view',
        menu: { group: 'Reports', label },
      },
      () => import('../calls/reports/ReportScreen.tsx'),
      { kind },
    ),
  )

interface InvoicePaths {
  readonly list: string
  readonly one: (id: number | string) => string
}

interface InvoicesShown {
  /** The heading of the list, in the menu too. */
  readonly title: string
  /** The title of one of them. */
  readonly one: string
  /** Those for the own account, or those that it issues; without it, there is only one kind. */
  readonly is_own?: 'true' | 'false'
}

const INVOICES: InvoicesShown = { title: 'Invoices', one: 'Invoice' }

/** Those that a reseller issues, and those that it gets. */
export const ISSUED_INVOICES: InvoicesShown = { ...INVOICES, is_own: 'false' }
export const OWN_INVOICES: InvoicesShown = {
  title: 'Own invoices',
  one: 'Own invoice',
  is_own: 'true',
}

export const invoicePlaces = (
  to: InvoicePaths,
  group: string,
  { title, one, is_own }: InvoicesShown = INVOICES,
): readonly Place[] => [
  place(
    to.list,
    { title, needs: 'invoices.view', menu: { group } },
    () => import('../invoices/InvoicesScreen.tsx'),
    { to, title, ...(is_own && { is_own }) },
  ),
  place(
    to.one('$id'),
    { title: one, needs: 'invoices.view' },
    () => import('../invoices/InvoiceScreen.tsx'),
    { to, list: title },
  ),
]

export const notificationPlace = (to: string, title = 'Price notifications'): Place =>
  place(
    to,
    {
      title,
      needs: 'price_notifications.view',
      menu: { group: 'Account' },
    },
    () => import('../price-notifications/OwnNotificationsScreen.tsx'),
  )

interface PaymentPaths {
  readonly paymentReport: string
  readonly receiveReport: string
}

export const paymentPlaces = (to: PaymentPaths): readonly Place[] => [
  place(
    to.paymentReport,
    { title: 'Payment Report', needs: 'payments.view', menu: { group: 'Account' } },
    () => import('../payments/PaymentsScreen.tsx'),
    { direction: 'payable' },
  ),
  place(
    to.receiveReport,
    { title: 'Received Report', needs: 'payments.view', menu: { group: 'Account' } },
    () => import('../payments/PaymentsScreen.tsx'),
    { direction: 'receivable' },
  ),
]

/** At the path of admins; resellers have it below their own prefix. */
export const ledgerPlace: Place = place(
  paths.admin.ledger,
  { title: 'Ledger', needs: 'ledger.view', menu: { group: 'Account' } },
  () => import('../payments/LedgerScreen.tsx'),
)
