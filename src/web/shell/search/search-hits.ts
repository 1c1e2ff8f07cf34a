// The results of the server's search: their headings and links.
import type { SearchHit, SearchKind } from '#contract/console/search.ts'
import type { SearchText } from '#core/search-text.ts'
import { entityPath } from '../../navigation/entity-path.ts'
import { paths, withSearch } from '../../navigation/paths.ts'

export const HIT_GROUPS: Readonly<Record<SearchKind, string>> = {
  WHOLESALE: 'Wholesale clients',
  RETAIL: 'Retail clients',
  RESELLER: 'Resellers',
  SETTLEMENT: 'Settlement accounts',
  GATEWAY: 'Gateways',
  GATEWAY_GROUP: 'Gateway groups',
  ROUTE_PLAN: 'Route plans',
  TARIFF: 'Tariffs',
  RATE: 'Rates',
  CLIENT_IP: 'IP list',
  SIP_USER: 'SIP users',
  DESTINATION: 'Destinations',
  INVOICE: 'Invoices',
  PAYMENT_MADE: 'Payments',
  PAYMENT_RECEIVED: 'Payments',
  WHOLESALE_CALL: 'Calls',
  RETAIL_CALL: 'Calls',
}

const { admin } = paths

export function hitPath({ kind, id, name, under }: SearchHit, { digits = '' }: SearchText): string {
  switch (kind) {
    case 'TARIFF':
      return admin.tariffRates(id).list
    case 'RATE':
      return withSearch(admin.tariffRates(under ?? 0).list, { number: digits, state: 'active' })
    case 'CLIENT_IP':
      return withSearch(admin.ipList, { q: name })
    case 'SIP_USER':
      return admin.retailClients.edit(under ?? 0)
    case 'DESTINATION':
      return withSearch(admin.trafficReport('summary'), {
        group: 'destination,client',
        range: '30d',
        destination: name,
      })
    case 'INVOICE':
      return admin.invoices.one(id)
    case 'PAYMENT_MADE':
      return withSearch(admin.paymentReport, { range: '12_months', q: name })
    case 'PAYMENT_RECEIVED':
      return withSearch(admin.receiveReport, { range: '12_months', q: name })
    case 'WHOLESALE_CALL':
      return withSearch(admin.callRecords('wholesale'), { call: id })
    case 'RETAIL_CALL':
      return withSearch(admin.callRecords('retail'), { call: id })
    default:
      return entityPath({ kind, id, level: under })
  }
}

/** True for text that may be a number, or the Call-ID that SIP gives a call. */
export const isOfCalls = ({ text, digits = '', address, call_id }: SearchText): boolean =>
  digits.length >= 3 || (!address && !call_id && /^\S+@\S+$|^\S{20,}$/.test(text))
