// Lists that are made as files in the background, for their user alone.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import * as is from '../primitives.ts'

export const EXPORTS_UNDER_WAY_MAX = 3
export const EXPORTS_KEPT_MAX = 20

/** CSV and JSON Lines are compressed by gzip; Excel and Parquet compress themselves. */
const format = z.enum(['CSV', 'JSON_LINES', 'XLSX', 'PARQUET'])
export type ExportJobFormat = z.output<typeof format>

const state = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'])
export type ExportJobState = z.output<typeof state>

export const exportJobForm = z.strictObject({
  /** The first words of the file name. */
  name: is.name(80),
  /** The address of the list, such as /api/cdr. */
  list: z
    .string()
    .max(200)
    .regex(/^\/api\/[\w/-]+$/, 'The address of a list, such as /api/cdr.'),
  /** Its filters and sort, with `fields`, `headings` and `zone` of an export. */
  query: z.record(z.string().max(100), z.string().max(4000)),
  format,
})

export const exportJob = z.object({
  id: is.id,
  name: z.string(),
  list: z.string(),
  format,
  file_name: z.string(),
  state,
  rows_done: z.number(),
  /** Null until it is known, or if it takes too long to count. */
  rows_total: z.number().nullable(),
  /** The size of the file as far as it is made. */
  bytes: z.number(),
  error: z.string().nullable(),
  created_at: is.instant,
  started_at: is.instant.nullable(),
  ended_at: is.instant.nullable(),
  /** When an ended one is deleted. */
  expires_at: is.instant.nullable(),
})
export type ExportJob = z.output<typeof exportJob>

export const listExportJobs = endpoint({
  method: 'GET',
  path: '/api/export-jobs',
  summary: 'The own exports of the last day that were made in the background, the newest first',
  needs: 'session',
  answer: z.array(exportJob),
  passive: true,
})

export const createExportJob = endpoint({
  method: 'POST',
  path: '/api/export-jobs',
  summary: `Exports a list in the background; at most ${EXPORTS_UNDER_WAY_MAX} of a user at a time`,
  needs: 'session',
  body: exportJobForm,
  answer: exportJob,
})

export const cancelExportJob = endpoint({
  method: 'POST',
  path: '/api/export-jobs/:id/cancel',
  summary: 'Stops an own export that waits or runs; what was made of its file is deleted',
  needs: 'session',
  params: idParams,
  answer: exportJob,
})

export const deleteExportJob = endpoint({
  method: 'DELETE',
  path: '/api/export-jobs/:id',
  summary: 'Deletes an own export with its file',
  needs: 'session',
  params: idParams,
})

export const getExportFile = endpoint({
  method: 'GET',
  path: '/api/export-jobs/:id/file',
  summary: 'The file of an own export, as long as the rights are those that it was made with',
  needs: 'session',
  params: idParams,
  file_type: 'application/octet-stream',
  heavy: true,
})
