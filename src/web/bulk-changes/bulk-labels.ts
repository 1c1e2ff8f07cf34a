import type { BulkResource } from '#contract/bulk-changes/bulk-changes.ts'
import type { BulkOperation, TargetsKind } from '#contract/bulk-changes/bulk-operation.ts'
import { fieldInWords } from '../forms/history/changes-in-words.ts'
import type { Noun } from '../lists/TotalCount.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'
import { NONE } from '../ui/values/format.ts'

export const BULK_NOUNS: Readonly<Record<BulkResource, Noun>> = {
  wholesale_clients: ['wholesale client', 'wholesale clients'],
  retail_clients: ['retail client', 'retail clients'],
  client_ips: ['address', 'addresses'],
  gateways: ['gateway', 'gateways'],
  number_lists: ['number list', 'number lists'],
  number_list_items: ['item of number lists', 'items of number lists'],
  route_rules: ['rule', 'rules'],
  bans: ['ban', 'bans'],
}

export const OPERATIONS: readonly Choice<BulkOperation['kind']>[] = [
  { value: 'set', label: 'Set to' },
  { value: 'percent', label: 'Raise by %' },
  { value: 'add', label: 'Add' },
  { value: 'round', label: 'Round to decimals' },
]

export const TARGETS_OPERATIONS: readonly Choice<TargetsKind>[] = [
  { value: 'add_target', label: 'Add a gateway' },
  { value: 'replace_target', label: 'Replace' },
  { value: 'remove_target', label: 'Remove' },
]

/** The first word of the path of its endpoints, by which its lists are made fresh. */
export function pathOf(resource: BulkResource): string {
  if (resource === 'client_ips') return 'ip-list'
  if (resource === 'route_rules') return 'route-plans'
  return resource === 'number_list_items' ? 'number-lists' : resource.replaceAll('_', '-')
}

/** `gateway_group/3` as "gateway group 3". */
const targetWords = (target: unknown): string => String(target).replace('_', ' ').replace('/', ' ')

/** Such as "Channel limit +10 %". */
export function operationWords({ field, kind, value, by }: BulkOperation): string {
  const name = fieldInWords(field)
  const signed = String(value).startsWith('-') ? String(value) : `+${value}`
  switch (kind) {
    case 'set':
      return `${name}: ${value === null || value === '' ? NONE : value}`
    case 'percent':
      return `${name} ${signed} %`
    case 'add':
      return `${name} ${signed}`
    case 'round':
      return `${name} rounded to ${value} decimals`
    case 'add_target':
      return `Add ${targetWords(value)}`
    case 'remove_target':
      return `Remove ${targetWords(value)}`
    case 'replace_target':
      return `Replace ${targetWords(value)} by ${targetWords(by)}`
  }
}
