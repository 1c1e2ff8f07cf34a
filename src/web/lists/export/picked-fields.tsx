// Filters by what is picked by its name, ready for the chips of a list.
import type { ComponentType } from 'react'
import {
  lookupGateways,
  lookupResellers,
  lookupRoutePlans,
  lookupUsers,
} from '#contract/console/lookups.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { UserType } from '#core/permission/permission.ts'
import { LookupPicker, type PickerProps } from '../../pickers/LookupPicker.tsx'
import { PickedName } from '../../pickers/PickedName.tsx'
import {
  AccountPicker,
  GatewayPicker,
  ResellerPicker,
  RoutePlanPicker,
  SettlementPicker,
} from '../../pickers/pickers.tsx'
import type { FilterField } from '../filters/filter-field.ts'

const field = (
  name: string,
  label: string,
  Picker: ComponentType<PickerProps>,
  endpoint: Endpoint,
): FilterField => ({
  kind: 'picked',
  needs: endpoint.needs,
  name,
  label,
  Picker,
  Name: ({ id }) => <PickedName endpoint={endpoint} id={id} />,
})

const clientField = (type: UserType) =>
  field('account_id', 'Client', (props) => <AccountPicker {...props} type={type} />, lookupUsers)

const AnyClient = (props: PickerProps) => <LookupPicker endpoint={lookupUsers} {...props} />

export const PICKED = {
  client: field('account_id', 'Client', AnyClient, lookupUsers),
  clientOrReseller: field('account_id', 'Client or reseller', AnyClient, lookupUsers),
  wholesaleClient: clientField('WHOLESALE'),
  retailClient: clientField('RETAIL'),
  gateway: field('gateway_id', 'Gateway', GatewayPicker, lookupGateways),
  settlement: field('settlement_id', 'Settlement', SettlementPicker, lookupUsers),
  reseller: field('reseller_id', 'Reseller', ResellerPicker, lookupResellers),
  routePlan: field('route_plan_id', 'Route plan', RoutePlanPicker, lookupRoutePlans),
}
