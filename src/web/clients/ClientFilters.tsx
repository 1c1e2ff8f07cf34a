import type { listRetailClients } from '#contract/accounts/retail-clients.ts'
import type { listWholesaleClients } from '#contract/accounts/wholesale-clients.ts'
import { ACCOUNT_STATUSES, BILLING_TYPES } from '../fields/account-labels.ts'
import { READY } from '../fields/readiness-labels.ts'
import type { ListScreen } from '../lists/use-list-screen.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import {
  GivenPlanPicker,
  ResellerPicker,
  RoutePlanPicker,
  TariffPicker,
} from '../pickers/pickers.tsx'
import { useSees } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'

interface ClientFiltersProps {
  readonly list: Pick<ListScreen<typeof listWholesaleClients | typeof listRetailClients>, 'bind'>
  /** The label of the search, which names the fields that it searches. */
  readonly search: string
}

/** The filters that lists of clients of both kinds have. */
export function ClientFilters({ list, search }: ClientFiltersProps) {
  const seesRouting = useSees('operations')
  const PlanPicker = seesRouting ? RoutePlanPicker : GivenPlanPicker
  return (
    <>
      <TextFilter label={search} search {...list.bind('q')} />
      <SelectFilter label="Status" choices={ACCOUNT_STATUSES} {...list.bind('status')} />
      {seesRouting && <ResellerPicker {...asFilter('Reseller', list.bind('parent_id'))} />}
      <TariffPicker kind="SELL" {...asFilter('Tariff', list.bind('tariff_id'))} />
      <PlanPicker {...asFilter('Route plan', list.bind('route_plan_id'))} />
      <SelectFilter label="Billing" choices={BILLING_TYPES} {...list.bind('billing_type')} />
      <SelectFilter label="Readiness" choices={READY} {...list.bind('ready')} />
    </>
  )
}
