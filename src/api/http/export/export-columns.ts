// The columns of an export, their titles, and the format of their values.
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ExportOptions } from '#contract/page.ts'
import { badField } from '../problem.ts'

type ColumnKind = 'DECIMAL' | 'NUMBER' | 'TIME' | 'BOOLEAN' | 'TEXT'

export interface Column {
  readonly name: string
  readonly heading: string
  /**
   * Amounts, rates and counts become numbers of a sheet; phone numbers and ids of calls are texts.
   */
  readonly kind: ColumnKind
  readonly write: (value: unknown) => unknown
}

/** Removes "or null", "or absent" and the like from around a schema. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  return isWrapped ? bare(schema.unwrap()) : schema
}

const isDecimal = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodPipe && (schema.def.in as z.ZodType).meta()?.format === 'decimal'

function kindOf(schema: z.core.$ZodType): ColumnKind {
  if (isDecimal(schema)) return 'DECIMAL'
  if (schema instanceof z.ZodNumber) return 'NUMBER'
  if (schema instanceof z.ZodISODateTime) return 'TIME'
  return schema instanceof z.ZodBoolean ? 'BOOLEAN' : 'TEXT'
}

/** All columns, or the requested ones in their order; money always includes its currency. */
function namesOf(shape: z.core.$ZodShape, fields: string | undefined): string[] {
  const all = Object.keys(shape)
  if (fields === undefined) return all
  const chosen = fields.split(',')
  const strange = chosen.find((name) => !all.includes(name))
  if (strange) throw badField('fields', `There is no field ${strange} in this list.`)
  const hasMoney = chosen.some((name) => isDecimal(bare(shape[name] as z.core.$ZodType)))
  const currencies = hasMoney ? all.filter((name) => /(^|_)currency$/.test(name)) : []
  return [...new Set([...chosen, ...currencies])]
}

export function columnsOf(endpoint: Endpoint, options: ExportOptions): Column[] {
  const row = endpoint.answer instanceof z.ZodArray ? endpoint.answer.element : undefined
  if (!(row instanceof z.ZodObject)) throw new Error(`${endpoint.path} is not a list of objects`)
  const { zone, headings, fields } = options
  const inZone = zone === undefined ? undefined : clockOf(zone)
  return namesOf(row.shape, fields).map((name) => {
    const schema = bare(row.shape[name] as z.core.$ZodType)
    const isTime = kindOf(schema) === 'TIME'
    const words = isTime && zone ? `${headingOf(name)} (${zone})` : headingOf(name)
    return {
      name,
      heading: headings === 'words' ? words : name,
      kind: kindOf(schema),
      write: isTime && inZone ? inZone : (value) => value,
    }
  })
}

/** As spreadsheets read a time: 2026-11-22 14:03:07, in the zone. */
function clockOf(zone: string): (value: unknown) => unknown {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
  } catch {
    throw badField('zone', 'There is no such time zone.')
  }
  return (value) => (typeof value === 'string' ? format.format(Date.parse(value)) : value)
}

const ACRONYMS: ReadonlySet<string> = new Set([
  'id',
  'ip',
  'sip',
  'cps',
  'asr',
  'acd',
  'pdd',
  'vat',
  'uri',
  'cli',
  'rtp',
  'mos',
  'pai',
  'rpid',
])
const UNITS: Readonly<Record<string, string>> = {
  ms: '(ms)',
  seconds: '(s)',
  percent: '(%)',
}

/** A field as a heading that a customer reads: `call_pdd_ms` is "Call PDD (ms)". */
export function headingOf(name: string): string {
  const words = name.replace(/_(name|iso2)$/, '').split('_')
  const unit = words.length > 1 ? UNITS[words.at(-1) ?? ''] : undefined
  if (unit) words.splice(-1, 1, unit)
  const text = words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
