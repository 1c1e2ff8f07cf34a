// The name of each route, which its page carries as `data-route`: `vsa-tariffs`, `vsc-home`. Those
// of the specification do not all follow from their path; all others do.

const SPECIFIED: Readonly<Record<string, string>> = {
  'wholesale-clients/ip-list': 'wholesale-ip-list',
  'reports/payments': 'payment-report',
  'reports/receives': 'receive-report',
  'logs/routing-errors': 'routing-error-log',
  'logs/routing-logs': 'routing-log',
  'logs/auth-failures': 'auth-failure-log',
  'logs/activities': 'activity-logs',
}

const AREA_NAMES: Readonly<Record<string, string>> = { vsa: 'vsa', vsr: 'vsr' }

/** These group pages; what they group has its name without them. */
const FOLDERS = ['monitor', 'account', 'logs', 'settings']

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

/** `path` as the router has it, with `$id` in place of an id: `/vsa/tariffs/$id/edit`. */
export function routeNameOf(path: string): string {
  const [first = '', ...rest] = path.split('/').filter(Boolean)
  const area = AREA_NAMES[first] ?? 'vsc'
  const parts = area === 'vsc' ? [first, ...rest].filter(Boolean) : rest
  return `${area}-${SPECIFIED[parts.join('/')] ?? nameOf(parts)}`
}

function nameOf(parts: readonly string[]): string {
  if (parts.length === 0) return 'home'
  const [group, ...inGroup] = parts
  if (group === 'reports') return `${inGroup.join('-')}-report`
  // The kind of a call record and the level of a reseller are parameters of the specification.
  if (group === 'cdr') return parts.includes('failed') ? 'cdr-failed' : 'cdr'
  const words = parts.filter(
    (part, at) =>
      !/^(\$|\d)/.test(part) && !(FOLDERS.includes(part) && at === 0 && inGroup.length > 0),
  )
  const isOne = /^(\$|add$)/.test(parts.at(-1) ?? '')
  return words
    .map((word, at) => (at < words.length - 1 || (isOne && word !== 'add') ? singular(word) : word))
    .join('-')
}
