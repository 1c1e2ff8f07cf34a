// The architecture as a table. An import that is not written here is forbidden; rooms.test.ts
// compares the table with every import in src, type-only ones included. Why these rooms: ADR-0001.

/** A room, and the rooms it may import from: fourteen arrows, none back. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ['core'],
  db: ['core'],
  api: ['core', 'contract', 'db'],
  engine: ['core', 'db'],
  jobs: ['core', 'db'],
  supervisor: ['core', 'db', 'jobs'],
  web: ['core', 'contract'],
}

/** The shelves of core, lowest first; `root` are the files beside them. */
const SHELF_ORDER = [
  ...['root', 'number', 'time', 'tariff', 'account', 'gateway'],
  ...['routing', 'trace', 'call', 'billing', 'table-file', 'rate-import', 'reconciliation'],
]

/** Inside core: a shelf, and the shelves it may import from. */
export const SHELVES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(SHELF_ORDER.map((shelf, at) => [shelf, SHELF_ORDER.slice(0, at)])),
  permission: ['root'],
  firewall: ['root', 'permission'],
  'sip-trace': ['root'],
  recording: ['root'],
  backup: ['time'],
  notification: ['root', 'number', 'time'],
  alarm: ['root', 'notification'],
}

/** All packages that these rooms use; a room that is not named takes what package.json offers. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  // Pure as core itself: patterns of a translation in time that grows with the text alone, and how
  // many tries a password withstands.
  core: ['re2js', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
  contract: ['zod'],
}

/**
 * The imports of only one file: it alone sets the user and the environment in which programs start.
 */
export const ONE_FILE_ONLY: Readonly<Record<string, string>> = {
  'node:child_process': 'src/supervisor/processes/child.ts',
}

/** Folders of db that serve all families, as the files beside them do: columns, and secrets. */
export const SHARED_FOLDERS: readonly string[] = ['tables', 'secrets']

/**
 * Inside db: a family of tables with its queries, and the families that it leans on. The files
 * beside them (connection, schema, scope, pages, settings) serve all, and know none.
 */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  people: [],
  archive: [],
  'personal-data': [],
  routing: [],
  machine: ['calls'],
  metrics: ['calls'],
  calls: [],
  packages: [],
  uploads: [],
  reconciliations: ['uploads'],
  'record-feed': [],
  exports: [],
  'sip-traces': ['routing'],
  recordings: ['calls', 'routing'],
  tariffs: ['snapshot'],
  traffic: ['calls'],
  partitions: ['calls', 'traffic'],
  're-ratings': ['calls', 'people'],
  'rate-imports': ['tariffs', 'uploads'],
  'price-notifications': ['notifications', 'tariffs'],
  notifications: ['accounts'],
  alarms: ['calls', 'machine', 'notifications', 'traffic'],
  invoices: ['accounts', 'calls', 'notifications'],
  payments: ['accounts', 'invoices', 'notifications'],
  verify: ['calls', 'traffic', 'invoices', 'payments'],
  snapshot: ['routing', 'calls'],
  console: ['calls', 'tariffs'],
}

/** Folders of the API that serve all resources. */
const SERVING = 'http|sign-in|checks|documents'

/** Independent files: of their own room they know only their folder and what they share. */
export const INDEPENDENT: readonly {
  readonly who: string
  readonly is: RegExp
  readonly share: RegExp
  readonly instead: string
}[] = [
  {
    who: 'handlers of the API',
    is: new RegExp(`^src/api/(?!(?:${SERVING}|files)/|(?:main|server|handlers|openapi)\\.ts)`),
    share: new RegExp(`^src/api/(?:${SERVING}|files)/`),
    instead: 'what two resources need belongs to src/api/checks, or they share a folder',
  },
  {
    who: 'files and the resources',
    is: /^src\/api\/files\//,
    share: /^src\/api\/(?:http|files)\//,
    instead: 'take it as an argument: files knows no resource',
  },
  {
    who: 'files and the jobs',
    is: /^src\/jobs\/files\//,
    share: /^src\/jobs\/(?:files\/|job\.ts)/,
    instead: 'take it as an argument: files knows no job',
  },
  {
    who: 'HTTP and the resources',
    is: new RegExp(`^src/api/(?:${SERVING})/`),
    share: new RegExp(`^src/api/(?:${SERVING})/`),
    instead: 'take it as an argument: http knows no resource',
  },
]

/**
 * The folders of web under those with the screens, lowest first: each imports from those before it.
 * A folder that is neither here nor above holds screens, and imports no other one that does.
 */
export const BELOW_SCREENS: readonly string[] = [
  ...['ui', 'storage', 'navigation', 'alerts', 'http', 'session'],
  ...['pickers', 'forms', 'lists', 'fields', 'columns', 'actions', 'shell'],
  // Saved views are on the reports of calls and of payments; dialogs and lists of payments and
  // packages on the pages of clients and resellers too.
  ...['saved-views', 'document-mails', 'payments', 'packages'],
  // Its set-up is in the settings, and instead of the areas for those who must have one.
  'second-factor',
  // Changes for the lists of many kinds of things.
  'bulk-changes',
  // Uploads of rate files and call files.
  'files',
  // Trace rules and recording rules choose calls alike.
  'call-rules',
]

/** Over the screens; `root` are the files beside the folders. */
export const ABOVE_SCREENS: readonly string[] = ['areas', 'root']
