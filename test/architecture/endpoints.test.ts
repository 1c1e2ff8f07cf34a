import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { exportOf, PERMISSIONS } from '#core/permission/permission.ts'
import { isTest, listFiles, makeSource, ROOT, readSources, type Source } from './source.ts'

/** The calls that the specification fixes. */
const GIVEN = [
  'POST /api/login',
  'GET /api/me',
  'POST /api/logout',
  'GET /api/initial-data',
  'GET /api/settings',
  'PATCH /api/settings',
  'POST /api/settings/timezone',
  'POST /api/settings/theme-colors',
  'PUT /api/settings/sip-ports',
  'GET /api/misc/system-info',
  'POST /api/misc/execute-actions',
  'GET /api/cdr/partitions',
  'DELETE /api/cdr/partitions',
  'GET /api/logs/auth-failures',
  'GET /api/logs/activities',
  'GET /api/lookup/users',
  'GET /api/lookup/codecs',
  'GET /api/lookup/tunnels',
]

/** The endpoints of each contract file, by name: what all.ts would swallow is still seen here. */
async function readContract(): Promise<Map<string, string[]>> {
  const files = listFiles('src/contract', /(?<!\.test)\.ts$/).filter(
    (path) => !/\/all\.ts$/.test(path),
  )
  const found = await Promise.all(
    files.map(async (path): Promise<[string, string[]]> => {
      const module: Record<string, unknown> = await import(pathToFileURL(`${ROOT}/${path}`).href)
      const names = Object.keys(module).filter((name) => {
        const value = module[name]
        return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
      })
      return [path, names]
    }),
  )
  return new Map(found.filter(([, names]) => names.length > 0))
}

const contract = await readContract()
const api = readSources('src/api')

/**
 * `HandlersOf<typeof contract>` makes the compiler ask for one handler per endpoint of a file, no
 * less and no more. The rest to check is that this is done, once, in the file of the same folder
 * and name, and that handlers.ts, from which the server takes them, knows it.
 */
function checkHandlers(files: Iterable<string>, sources: readonly Source[]): string[] {
  const registry = sources.find(({ path }) => path === 'src/api/handlers.ts')
  return [...files].flatMap((file) => {
    const home = file.replace('src/contract/', 'src/api/')
    const handled = sources
      .filter(({ imports }) => imports.some((to) => to.path === file))
      .filter(({ path, code }) => !isTest(path) && /\bHandlersOf</.test(code))
      .map(({ path }) => path)
    if (handled.length === 0) return [`${file} has no handlers: write them in ${home}.`]
    if (handled.length > 1 || handled[0] !== home) {
      return [`${file} is handled in ${handled.join()}, not in ${home}.`]
    }
    if (registry?.imports.some((to) => to.path === handled[0])) return []
    return [`${handled[0]} is not listed in src/api/handlers.ts.`]
  })
}

test('every endpoint of the contract is in all.ts under a name of its own', () => {
  const names = [...contract.values()].flat()
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect([...ENDPOINTS.keys()].sort()).toEqual(names.sort())
})

test('no two endpoints answer the same call', () => {
  const calls = [...ENDPOINTS.values()].map(({ method, path }) => `${method} ${path}`)
  expect(calls.filter((call, i) => calls.indexOf(call) !== i)).toEqual([])
})

test('every list has a permission to export it', () => {
  const known = new Set<string>(PERMISSIONS)
  const lists = [...ENDPOINTS].filter(([, { list }]) => list)
  expect(lists.filter(([, { needs }]) => !known.has(exportOf(needs)))).toEqual([])
})

/** For what the API serves as text, and not by the contract. */
const BESIDE_THE_CONTRACT = ['metrics.view']

test('every permission is needed by an endpoint', () => {
  const needed = new Set<string>([
    ...BESIDE_THE_CONTRACT,
    ...[...ENDPOINTS.values()].flatMap(({ needs, may_need = [], list }) => [
      needs,
      ...may_need,
      ...(list ? [exportOf(needs)] : []),
    ]),
  ])
  expect(PERMISSIONS.filter((permission) => !needed.has(permission))).toEqual([])
})

test('every endpoint says who may call it', () => {
  const known = new Set<string>([...PERMISSIONS, 'anyone', 'signed-in', 'session'])
  expect([...ENDPOINTS].filter(([, { needs }]) => !known.has(needs))).toEqual([])
})

test('the calls of the specification are spelled as there', () => {
  const built = new Set([...ENDPOINTS.values()].map(({ method, path }) => `${method} ${path}`))
  expect(GIVEN).toHaveLength(18)
  expect(GIVEN.filter((call) => !built.has(call))).toEqual([])
})

test('every contract file has its handlers, in the file of the same folder and name', () => {
  expect(checkHandlers(contract.keys(), api)).toEqual([])
})

test.each([
  ['none', [], true, 'has no handlers'],
  [
    'two',
    ['src/api/routing/gateways.ts', 'src/api/tariffs/tariffs.ts'],
    true,
    'not in src/api/routing/gateways.ts',
  ],
  ['some elsewhere', ['src/api/tariffs/tariffs.ts'], true, 'not in src/api/routing/gateways.ts'],
  ['some that nobody calls', ['src/api/routing/gateways.ts'], false, 'is not listed'],
])('finds planted handlers: %s', (_what, paths, isListed, message) => {
  const text =
    "import * as a from '#contract/routing/gateways.ts'\nconst b: HandlersOf<typeof a> = {}"
  const planted = [
    ...paths.map((path) => makeSource(path, text)),
    makeSource('src/api/handlers.ts', isListed ? "import { a } from './routing/gateways.ts'" : ''),
  ]
  expect(checkHandlers(['src/contract/routing/gateways.ts'], planted)).toEqual([
    expect.stringContaining(message),
  ])
})
