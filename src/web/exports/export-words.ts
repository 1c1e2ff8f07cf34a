// The words of the page Exports.
import type { ExportJobFormat, ExportJobState } from '#contract/exports/export-jobs.ts'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const EXPORT_STATES: readonly StatusChoice<ExportJobState>[] = [
  { value: 'WAITING', label: 'waiting', tone: 'neutral' },
  { value: 'RUNNING', label: 'running', tone: 'info' },
  { value: 'DONE', label: 'done', tone: 'success' },
  { value: 'FAILED', label: 'failed', tone: 'danger' },
  { value: 'CANCELLED', label: 'cancelled', tone: 'neutral' },
]

export const EXPORT_FORMATS: Readonly<Record<ExportJobFormat, string>> = {
  CSV: 'CSV',
  JSON_LINES: 'JSON Lines',
  XLSX: 'Excel',
  PARQUET: 'Parquet',
}

/** Where the path has another word than the screen. */
const WORDS: Readonly<Record<string, string>> = {
  'api/cdr': 'Calls',
  'api/reseller-cdr': 'Reseller calls',
  'api/cdr/partitions': 'CDR partitions',
}

/** These only group lists. */
const FOLDERS = ['api', 'logs', 'reports']
const ACRONYMS = /\b(ip|sip|api)\b/g

const singular = (word: string): string => word.replace(/s$/, '')

/** A list by its address, such as "Tariff rates" for /api/tariffs/7/rates. */
export function listWords(list: string): string {
  const parts = list.split('/').filter((part) => part !== '' && !/^\d+$/.test(part))
  const known = WORDS[parts.join('/')]
  if (known) return known
  const named = parts.filter((part) => !FOLDERS.includes(part))
  const words = named
    .map((part, at) => (at < named.length - 1 ? singular(part) : part))
    .map((part) => part.replaceAll('-', ' ').replace(/^re /, 're-'))
    .join(' ')
    .replace(ACRONYMS, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
