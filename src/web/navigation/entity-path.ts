import { accountPath } from './account-path.ts'
import { paths } from './paths.ts'

const { admin } = paths

const FORMS = {
  GATEWAY: admin.gateways.edit,
  GATEWAY_GROUP: admin.gatewayGroups.edit,
  ROUTE_PLAN: admin.routePlans.edit,
  TARIFF: admin.tariffs.edit,
  TRANSLATION: admin.translations.edit,
  PACKAGE: admin.packages.edit,
} as const

interface EntityRef {
  readonly id: number | string
  readonly kind: 'WHOLESALE' | 'RETAIL' | 'RESELLER' | 'SETTLEMENT' | keyof typeof FORMS
  /** The level of a reseller. */
  readonly level: number | null
}

/** Where something is looked at and changed: an account, or what routing and billing refer to. */
export const entityPath = ({ kind, id, level }: EntityRef): string =>
  kind in FORMS ? FORMS[kind as keyof typeof FORMS](id) : accountPath({ kind, id, level })
