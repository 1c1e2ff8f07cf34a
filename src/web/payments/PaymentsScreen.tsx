// What the user pays, or what it gets: the payments, their sums, the balances before and after, and
// how old the debts are. One screen, two places in each area.
import { useAddress } from '../lists/use-address.ts'
import { ViewsMenu } from '../saved-views/ViewsMenu.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { AgedDebts } from './AgedDebts.tsx'
import { PaymentGroups } from './PaymentGroups.tsx'
import { PaymentList } from './PaymentList.tsx'
import type { Direction } from './payment-labels.ts'
import { DIRECTIONS } from './payment-views.ts'
import { Statements } from './Statements.tsx'

const VIEWS = {
  payments: { label: 'Payments', View: PaymentList },
  sums: { label: 'Sums', View: PaymentGroups },
  balances: { label: 'Balances', View: Statements },
  ageing: { label: 'Ageing', View: AgedDebts },
} as const
const CHOICES = Object.entries(VIEWS).map(([value, { label }]) => ({ value, label }))

const isView = (name: string | undefined): name is keyof typeof VIEWS =>
  name !== undefined && Object.hasOwn(VIEWS, name)

export default function PaymentsScreen({ direction }: { direction: Direction }) {
  const { address, write } = useAddress()
  const view = isView(address.view) ? address.view : 'payments'
  const { View } = VIEWS[view]
  const tabs = (
    <PresetTabs
      label="View"
      choices={CHOICES}
      value={view}
      onChange={(next) =>
        write({ view: next === 'payments' ? undefined : next, cursor: undefined, sort: undefined })
      }
    />
  )
  const tools = <ViewsMenu screen={DIRECTIONS[direction].screen} />
  return <View direction={direction} tabs={tabs} tools={tools} />
}
