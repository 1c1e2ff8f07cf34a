import { z } from 'zod'
import { PACKAGE_CYCLES } from '#core/account/package.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const packageForm = z.strictObject({
  name: is.name(80),
  /** Blocked is neither sold nor renewed; what was bought is used up. */
  status: is.status,
  /** Prefixes of the called numbers; empty is every number. */
  prefixes: is.prefixes,
  /** The seconds of each period. */
  seconds: is.seconds(1, 100_000_000),
  /** The price of each period, VAT included. */
  price: needing('sale', is.fee),
  /** Absent it is the system currency, or stays. */
  currency: is.currency.optional(),
  cycle: z.enum(PACKAGE_CYCLES),
  /** Seconds left at the end of a period are added to the next one. */
  has_rollover: z.boolean(),
  /** If two packages fit equally well, the one with the higher priority pays. */
  priority: z.number().int().min(0).max(1000),
  notes: is.text(2000),
})

/** `package` is a reserved word. */
export const onePackage = packageForm.extend({
  currency: is.currency,
  id: is.id,
  version: is.version,
  subscribers_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Package = z.output<typeof onePackage>

export const listPackages = endpoint({
  method: 'GET',
  path: '/api/packages',
  summary: 'Packages of prepaid minutes',
  needs: 'packages.view',
  list: true,
  query: listQuery(
    ['name', 'seconds', 'price', 'cycle', 'priority', 'status', 'subscribers_count', 'created_at'],
    {
      cycle: z.enum(PACKAGE_CYCLES).optional(),
      currency: is.currency.optional(),
      status: is.status.optional(),
    },
  ),
  answer: z.array(onePackage),
})

export const getPackage = endpoint({
  method: 'GET',
  path: '/api/packages/:id',
  summary: 'One package',
  needs: 'packages.view',
  params: idParams,
  answer: onePackage,
})

export const createPackage = endpoint({
  method: 'POST',
  path: '/api/packages',
  summary: 'Adds a package',
  needs: 'packages.create',
  body: packageForm,
  answer: onePackage,
})

export const updatePackage = endpoint({
  method: 'PUT',
  path: '/api/packages/:id',
  summary: 'Changes a package; price and seconds apply from the next period',
  needs: 'packages.edit',
  params: idParams,
  body: packageForm.extend({ version: is.version }),
  answer: onePackage,
})

export const deletePackage = endpoint({
  method: 'DELETE',
  path: '/api/packages/:id',
  summary: 'Deletes an unused package',
  needs: 'packages.delete',
  params: idParams,
})
