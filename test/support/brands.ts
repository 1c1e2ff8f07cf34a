// Brands of resellers: a form, an image, and a DNS that holds what a test writes into it.
import { checkDomain, getBrand, setBrandImage, updateBrand } from '#contract/accounts/brands.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { recordNameOf } from '#core/account/brand.ts'
import type { TestApi } from './api.ts'
import { addTariff } from './configuration.ts'
import { resellerForm } from './forms.ts'

/** An image of one pixel. */
export const SMALLEST_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const COLORS = {
  primary: '#7A1F2B',
  primaryText: '#FFFFFF',
  secondary: '#3A4A5A',
  secondaryText: '#FFFFFF',
  tertiary: '#1B6B50',
  tertiaryText: '#FFFFFF',
  background: '#FFFDF7',
  foreground: '#201510',
}

export const brandForm: BodyOf<typeof updateBrand> = {
  domain: null,
  title: null,
  colors: null,
  support_email: null,
  terms_url: null,
  version: 0,
}

/** Texts by name; what is written into it is answered at once. */
export function makeDns() {
  const records = new Map<string, readonly string[]>()
  const asked: string[] = []
  return {
    records,
    asked,
    readTextRecords: async (name: string) => {
      asked.push(name)
      return records.get(name) ?? []
    },
  }
}
export type Dns = ReturnType<typeof makeDns>

/** A reseller on each level, from the top. */
export async function addResellers(
  { admin }: TestApi,
  names: readonly string[],
  tariff_id: number,
) {
  const ids: number[] = []
  for (const name of names) {
    const id = ids.at(-1)
    const above = id === undefined ? null : { id, level: ids.length }
    const body = resellerForm(tariff_id, name, above)
    ids.push((await admin.call(createReseller, { body })).data.id)
  }
  return ids
}

export const addCostTariff = (api: TestApi) => addTariff(api, 'RESELLER_COST')

/** Changes the brand, and proves its domain. */
export async function setBrand(
  { admin }: TestApi,
  id: number,
  changes: Partial<typeof brandForm>,
  dns?: Dns,
) {
  const { version } = (await admin.call(getBrand, { params: { id } })).data
  const body = { ...brandForm, ...changes, version }
  const answer = await admin.call(updateBrand, { params: { id }, body })
  const { domain, domain_token } = answer.data ?? {}
  if (dns && domain && domain_token) {
    dns.records.set(recordNameOf(domain), ['v=spf1 -all', domain_token])
    await admin.call(checkDomain, { params: { id } })
  }
  return answer
}

export const setImage = (
  { admin }: TestApi,
  id: number,
  kind: 'LOGO' | 'DARK_LOGO' | 'FAVICON',
  image: string | null = SMALLEST_PNG,
) => admin.call(setBrandImage, { params: { id }, body: { kind, image } })
