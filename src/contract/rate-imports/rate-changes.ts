// Bulk changes of the rates of a tariff: imports without a file, applied and undone as those.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { rateChange } from './rate-change.ts'
import { effect, oneImport, tariffParams } from './rate-imports.ts'

const rateChangeForm = z
  .strictObject({ ...rateChange.shape, ...effect })
  .refine((form) => [form.ids, form.filter, form.raise].filter(Boolean).length === 1, {
    path: ['ids'],
    message: 'Either ids or a filter.',
  })
  .refine(({ operations, raise }) => operations.length > 0 !== (raise !== undefined), {
    path: ['operations'],
    message: 'Change at least one field.',
  })
export type RateChangeForm = z.output<typeof rateChangeForm>

export const createRateChange = endpoint({
  method: 'POST',
  path: '/api/tariffs/:tid/rate-changes',
  summary: 'Starts the preview of a bulk change of rates, which is an import without a file',
  needs: 'tariffs.bulk',
  params: tariffParams,
  body: rateChangeForm,
  answer: oneImport,
})

export const updateRateChange = endpoint({
  method: 'PUT',
  path: '/api/rate-imports/:id/rate-change',
  summary: 'Starts the preview of a bulk change of rates again, with other operations',
  needs: 'tariffs.bulk',
  params: idParams,
  body: rateChangeForm,
  answer: oneImport,
})
