// The part of the code deck by which the first rows of a rate file are read.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'

export const listRateImportCodes = endpoint({
  method: 'GET',
  path: '/api/rate-imports/:id/codes',
  summary: 'The prefixes of the destinations that its first rows name, by the code deck',
  needs: 'tariffs.bulk',
  params: idParams,
  answer: z.array(z.object({ destination: z.string(), prefixes: z.array(z.string()).readonly() })),
})
