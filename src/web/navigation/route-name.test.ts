import { describe, expect, it } from 'vitest'
import { adminArea } from '../areas/admin.tsx'
import { clientArea } from '../areas/client.tsx'
import { resellerArea } from '../areas/reseller.tsx'
import { routeNameOf } from './route-name.ts'

/** The names that the specification gives, with the paths that it gives them for. */
const SPECIFIED = {
  'vsa-login': ['/vsa/login'],
  'vsa-home': ['/vsa'],
  'vsa-resellers': [1, 2, 3, 4, 5].map((level) => `/vsa/resellers/${level}`),
  'vsa-wholesale-clients': ['/vsa/wholesale-clients'],
  'vsa-wholesale-ip-list': ['/vsa/wholesale-clients/ip-list'],
  'vsa-retail-clients': ['/vsa/retail-clients'],
  'vsa-tariffs': ['/vsa/tariffs'],
  'vsa-tariff-add': ['/vsa/tariffs/add'],
  'vsa-route-plans': ['/vsa/route-plans'],
  'vsa-route-plan-add': ['/vsa/route-plans/add'],
  'vsa-gateways': ['/vsa/gateways'],
  'vsa-settlements': ['/vsa/settlements'],
  'vsa-active-calls': ['/vsa/monitor/active-calls'],
  'vsa-cdr': ['/vsa/cdr/retail', '/vsa/cdr/wholesale', '/vsa/cdr/reseller'],
  'vsa-cdr-failed': ['retail', 'wholesale', 'reseller'].map((kind) => `/vsa/cdr/${kind}/failed`),
  'vsa-hourly-report': ['/vsa/reports/hourly'],
  'vsa-daily-report': ['/vsa/reports/daily'],
  'vsa-monthly-report': ['/vsa/reports/monthly'],
  'vsa-summary-report': ['/vsa/reports/summary'],
  'vsa-payment-report': ['/vsa/reports/payments'],
  'vsa-receive-report': ['/vsa/reports/receives'],
  'vsa-routing-error-log': ['/vsa/logs/routing-errors'],
  'vsa-routing-log': ['/vsa/logs/routing-logs'],
  'vsa-auth-failure-log': ['/vsa/logs/auth-failures'],
  'vsa-activity-logs': ['/vsa/logs/activities'],
  'vsa-settings': ['/vsa/settings'],
  'vsa-management': ['/vsa/settings/management'],
  'vsa-cdr-partitions': ['/vsa/settings/cdr-partitions'],
  'vsa-acl': ['/vsa/settings/acl'],
  'vsa-acl-assign': ['/vsa/settings/acl/assign'],
  'vsa-firewall-zones': ['/vsa/settings/firewall-zones'],
  'vsr-login': ['/vsr/login'],
  'vsr-home': ['/vsr'],
  'vsr-settings': ['/vsr/settings'],
  'vsc-login': ['/login'],
  'vsc-home': ['/'],
  'vsc-settings': ['/settings'],
}

const areas = [adminArea, resellerArea, clientArea]
const paths = areas.flatMap(({ login, places }) => [login, ...places.map(({ path }) => path)])

describe('the name of a route', () => {
  it('is the one of the specification, and its path is a page', () => {
    for (const [name, its] of Object.entries(SPECIFIED)) {
      expect(its.map((path) => [path, routeNameOf(path)])).toEqual(its.map((path) => [path, name]))
      expect(paths).toEqual(expect.arrayContaining(its))
    }
  })

  it('of other pages follows from their path', () => {
    expect(routeNameOf('/vsa/tariffs/$tid/rates')).toBe('vsa-tariff-rates')
    expect(routeNameOf('/vsa/tariffs/$tid/rates/add')).toBe('vsa-tariff-rate-add')
    expect(routeNameOf('/vsa/gateways/$id/edit')).toBe('vsa-gateway-edit')
    expect(routeNameOf('/vsa/resellers/2/$id/tree')).toBe('vsa-reseller-tree')
    expect(routeNameOf('/vsa/account/invoices/$id')).toBe('vsa-invoice')
    expect(routeNameOf('/vsa/failover-policies/add')).toBe('vsa-failover-policy-add')
    expect(routeNameOf('/reports/daily')).toBe('vsc-daily-report')
    expect(routeNameOf('/monitor/active-calls')).toBe('vsc-active-calls')
  })

  it('belongs to one page, but for levels of resellers and kinds of calls', () => {
    const named = new Map<string, string[]>()
    for (const path of paths) {
      const name = routeNameOf(path)
      named.set(name, [...(named.get(name) ?? []), path])
    }
    const several = [...named].filter(([, its]) => its.length > 1).map(([name]) => name)
    expect(several.filter((name) => !/^vs[ar]-(reseller|cdr)/.test(name))).toEqual([])
  })
})
