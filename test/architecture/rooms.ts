// The architecture as a table. What is not written here may not be imported; rooms.test.ts compares
// the table with every import in src, type-only ones included. Why these rooms: ADR-0001.

/** A room, and the rooms it may import from: eleven arrows, none back. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ['core'],
  db: ['core'],
  api: ['core', 'contract', 'db'],
  engine: ['core', 'db'],
  supervisor: ['core', 'db'],
  web: ['core', 'contract'],
}

/** Inside core: a shelf, and the shelves it may import from; `root` are the files beside them. */
export const SHELVES: Readonly<Record<string, readonly string[]>> = {
  root: [],
  tariff: ['root'],
  account: ['root', 'tariff'],
  routing: ['root', 'tariff', 'account'],
  call: ['root', 'tariff', 'account', 'routing'],
  permission: ['root'],
  firewall: ['root'],
}

/** All packages that these rooms use; a room that is not named takes what package.json offers. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  // Pure as core itself: patterns of a translation in time that grows with the text alone, and how
  // many tries a password withstands.
  core: ['re2js', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
  contract: ['zod'],
}

/** What only one file does: it alone says as whom and in what environment programs are started. */
export const ONE_FILE_ONLY: Readonly<Record<string, string>> = {
  'node:child_process': 'src/supervisor/child.ts',
}

/** The connection and the schema, who sees what, pages, and the facts that many rows lean on. */
const SHARED_BY_QUERIES = [
  ...['database', 'tables', 'signals', 'columns', 'secret-keys'],
  ...['scope', 'traffic', 'references', 'call-batch-rows'],
  ...['paging', 'periods', 'accounts', 'account-profile', 'settings'],
  ...['call-filters', 'reseller-calls', 'charge-terms', 'sums'],
  ...['traffic-batch', 'sum-traffic'],
]

/** Strangers: files that know nothing of their own room but what they share. */
export const STRANGERS: readonly {
  readonly who: string
  readonly is: RegExp
  readonly share: RegExp
  readonly instead: string
}[] = [
  {
    who: 'handlers of the API',
    is: /^src\/api\/(?!(?:main|server|handlers|openapi)\.ts)[^/]+\.ts$/,
    share: /^src\/api\/plumbing\//,
    instead: 'what two handlers need belongs to src/api/plumbing',
  },
  {
    who: 'queries',
    is: /^src\/db\/[^/]+\.ts$/,
    share: new RegExp(`^src/db/(${SHARED_BY_QUERIES.join('|')})\\.ts$`),
    instead: 'take the value as an argument, or join the table',
  },
  {
    who: 'components of web/ui',
    is: /^src\/web\/ui\//,
    share: /^src\/web\/ui\//,
    instead: 'take it as a property; what knows the server belongs to src/web/pickers',
  },
]

/** The folders of web that screens share. Every other folder holds screens of one thing. */
export const SHARED_BY_SCREENS: readonly string[] = [
  'accounts',
  'alerts',
  'areas',
  'forms',
  'http',
  'lists',
  'pickers',
  'session',
  'shell',
  'ui',
]
