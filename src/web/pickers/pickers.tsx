// The pickers of all things that have a lookup. The further names of a picker narrow that lookup,
// and are its properties.

import {
  lookupDeckDestinations,
  lookupFailoverPolicies,
  lookupGatewayGroups,
  lookupGateways,
  lookupGivenPlans,
  lookupNumberLists,
  lookupPackages,
  lookupResellers,
  lookupRoutePlans,
  lookupTariffs,
  lookupTimeWindows,
  lookupTranslations,
  lookupTunnels,
  lookupUsers,
} from '#contract/console/lookups.ts'
import type { Endpoint, QueryOf } from '#contract/endpoint.ts'
import { LookupPicker, type PickedOf, type PickerProps } from './LookupPicker.tsx'

type NarrowedProps<E extends Endpoint, Name extends keyof QueryOf<E>> = PickerProps &
  Partial<Pick<QueryOf<E>, Name>> & { readonly onPick?: (picked: PickedOf<E>) => void }

function pickerOf<E extends Endpoint, Name extends keyof QueryOf<E> & string = never>(
  endpoint: E,
  ...names: readonly Name[]
) {
  return function Picker(props: NarrowedProps<E, Name>) {
    const narrow: Record<string, unknown> = {}
    const rest: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(props)) {
      if (!names.some((one) => one === name)) rest[name] = value
      else if (value !== undefined) narrow[name] = value
    }
    return <LookupPicker endpoint={endpoint} narrow={narrow} {...rest} />
  }
}

/** Picks clients, resellers and settlement accounts; the id is that of the account. */
export const AccountPicker = pickerOf(lookupUsers, 'type', 'payment')
/** Picks a destination of the code deck, by name. */
export const DestinationPicker = pickerOf(lookupDeckDestinations)
export const GatewayGroupPicker = pickerOf(lookupGatewayGroups)
export const GatewayPicker = pickerOf(lookupGateways)
/** Picks from all lists, from pools, or from all but pools. */
export const NumberListPicker = pickerOf(lookupNumberLists, 'pool')
export const PackagePicker = pickerOf(lookupPackages, 'currency', 'account_id')
export const ResellerPicker = pickerOf(lookupResellers, 'level')
/** Picks from the plans that a reseller was given, by their names for resellers. */
export const GivenPlanPicker = pickerOf(lookupGivenPlans)
export const RoutePlanPicker = pickerOf(lookupRoutePlans)
export const FailoverPolicyPicker = pickerOf(lookupFailoverPolicies)
export const TariffPicker = pickerOf(lookupTariffs, 'kind')
export const TimeWindowPicker = pickerOf(lookupTimeWindows)
export const TranslationPicker = pickerOf(lookupTranslations)
export const TunnelPicker = pickerOf(lookupTunnels)

/** Picks clients and resellers: accounts that are recharged. */
export const ClientOrResellerPicker = (props: Omit<PickerProps, 'type'>) => (
  <AccountPicker {...props} payment="RECHARGE" />
)

export const SettlementPicker = (props: PickerProps) => (
  <AccountPicker {...props} type="SETTLEMENT" />
)

export type PackageOption = PickedOf<typeof lookupPackages>
