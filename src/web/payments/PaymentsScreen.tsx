// Payments that the user makes, or gets: the payments, their sums, the balances before and after,
// the age of the debts, and the statement of one account. One screen, two places in each area.
import { useAddress } from '../lists/use-address.ts'
import { ViewsMenu } from '../saved-views/ViewsMenu.tsx'
import { useMay } from '../session/session.ts'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { AgedDebts } from './AgedDebts.tsx'
import { PaymentGroups } from './PaymentGroups.tsx'
import { PaymentList } from './PaymentList.tsx'
import type { Direction } from './payment-labels.ts'
import { DIRECTIONS } from './payment-views.ts'
import { Statement } from './Statement.tsx'
import { Statements } from './Statements.tsx'

const VIEWS = {
  payments: { label: 'Payments', View: PaymentList },
  sums: { label: 'Sums', View: PaymentGroups },
  balances: { label: 'Balances', View: Statements },
  ageing: { label: 'Ageing', View: AgedDebts },
  statement: { label: 'Statement', View: Statement },
} as const

const isView = (name: string | undefined): name is keyof typeof VIEWS =>
  name !== undefined && Object.hasOwn(VIEWS, name)

export default function PaymentsScreen({ direction }: { direction: Direction }) {
  const { address, write } = useAddress()
  const mayStatement = useMay('invoices.view')
  const views = Object.entries(VIEWS).filter(([name]) => name !== 'statement' || mayStatement)
  const view =
    isView(address.view) && (address.view !== 'statement' || mayStatement)
      ? address.view
      : 'payments'
  const { View } = VIEWS[view]
  const tabs = (
    <PresetTabs
      label="View"
      choices={views.map(([value, { label }]) => ({ value, label }))}
      value={view}
      onChange={(next) =>
        write({ view: next === 'payments' ? undefined : next, cursor: undefined, sort: undefined })
      }
    />
  )
  const tools = <ViewsMenu screen={DIRECTIONS[direction].screen} />
  return <View direction={direction} tabs={tabs} tools={tools} />
}
