// Compares imports with the table of rooms.ts. Each check answers sentences, at best none.
import {
  ABOVE_SCREENS,
  BELOW_SCREENS,
  FAMILIES,
  INDEPENDENT,
  ONE_FILE_ONLY,
  PACKAGES,
  ROOMS,
  SHARED_FOLDERS,
  SHELVES,
} from './rooms.ts'
import { isTest, lineAt, type Source } from './source.ts'

type Import = Source['imports'][number]
type Rule = (from: Source, to: Import) => string | undefined

const roomOf = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1]
const shelfOf = (path: string): string | undefined =>
  /^src\/core\//.test(path) ? (/^src\/core\/([^/]+)\//.exec(path)?.[1] ?? 'root') : undefined
const webFolderOf = (path: string): string | undefined =>
  /^src\/web\//.test(path) ? (/^src\/web\/([^/]+)\//.exec(path)?.[1] ?? 'root') : undefined
/** The rank of a folder of web; those with screens have one rank. */
const floorOf = (folder: string): number => {
  if (BELOW_SCREENS.includes(folder)) return BELOW_SCREENS.indexOf(folder)
  return BELOW_SCREENS.length + ABOVE_SCREENS.indexOf(folder) + 1
}
const list = (names: readonly string[] | undefined): string => names?.join(', ') || 'nothing'

function arrows(from: Source, to: Import): string | undefined {
  const room = roomOf(from.path)
  if (!room || !to.path) return undefined
  const target = roomOf(to.path)
  if (target === room) return undefined
  if (!target) {
    if (isTest(from.path) && to.path.startsWith('test/')) return undefined
    return `leaves src: only tests import from test/, and nothing else is shared`
  }
  if (ROOMS[room]?.includes(target)) return undefined
  return `is an arrow that does not exist: ${room} may import from ${list(ROOMS[room])}`
}

function spelling(from: Source, to: Import): string | undefined {
  if (!to.path) return undefined
  const home = roomOf(from.path) ?? 'test'
  const isInside = (roomOf(to.path) ?? 'test') === home
  if (isInside && to.specifier.startsWith('#')) {
    return 'is in the same room: write a relative path'
  }
  if (!isInside && to.specifier.startsWith('.')) {
    return `is another room: write #${to.path.replace(/^src\//, '')}`
  }
  return undefined
}

function shelves(from: Source, to: Import): string | undefined {
  const shelf = shelfOf(from.path)
  const target = to.path && shelfOf(to.path)
  if (!shelf || !target || shelf === target || isTest(from.path)) return undefined
  if (SHELVES[shelf]?.includes(target)) return undefined
  return `goes the wrong way along the shelves: ${shelf} may import from ${list(SHELVES[shelf])}`
}

function packages(from: Source, to: Import): string | undefined {
  const room = roomOf(from.path)
  if (to.path || isTest(from.path)) return undefined
  if (room === 'web' && to.specifier.startsWith('node:')) return 'does not exist in a browser'
  const owner = ONE_FILE_ONLY[to.specifier]
  if (room && owner && from.path !== owner) return `belongs to ${owner} alone`
  const known = room && PACKAGES[room]
  if (!known || known.some((name) => to.specifier === name)) return undefined
  return `is a package that ${room} does not use; it uses ${list(known)}`
}

/** In a folder of a room, not beside its folders. */
const folderOf = (path: string): string | undefined => /^src\/[^/]+\/[^/]+\//.exec(path)?.[0]
const isSameFolder = (from: string, to: string): boolean =>
  folderOf(from) !== undefined && folderOf(from) === folderOf(to)

function strangers(from: Source, to: Import): string | undefined {
  if (isTest(from.path) || !to.path || roomOf(from.path) !== roomOf(to.path)) return undefined
  for (const { who, is, share, instead } of INDEPENDENT) {
    if (!is.test(from.path) || share.test(to.path) || isSameFolder(from.path, to.path)) continue
    return `joins strangers (${who}): ${instead}`
  }
  return undefined
}

/** One event of a call, one file: what two of them need has a file beside them. */
const EVENT_HANDLER = /^src\/engine\/calls\/on-/

function events(from: Source, to: Import): string | undefined {
  if (isTest(from.path) || !EVENT_HANDLER.test(from.path)) return undefined
  if (!to.path || !EVENT_HANDLER.test(to.path)) return undefined
  return 'handles another event of a call: what both need belongs to a file beside them'
}

function familyOf(path: string): string | undefined {
  const found = /^src\/db\/(?:([^/]+)\/)?/.exec(path)
  if (!found) return undefined
  const [, folder] = found
  return folder === undefined || SHARED_FOLDERS.includes(folder) ? 'root' : folder
}

function families(from: Source, to: Import): string | undefined {
  const family = familyOf(from.path)
  const target = to.path && familyOf(to.path)
  if (!family || !target || family === target || isTest(from.path)) return undefined
  if (family === 'root') return 'is a family of queries: what serves them all knows none'
  const allowed = FAMILIES[family] && ['root', ...FAMILIES[family]]
  if (allowed?.includes(target)) return undefined
  return `joins families of queries: ${family} may import from ${list(allowed)}`
}

function floors(from: Source, to: Import): string | undefined {
  const folder = webFolderOf(from.path)
  const target = to.path && webFolderOf(to.path)
  if (!folder || !target || folder === target || isTest(from.path)) return undefined
  const floor = floorOf(folder)
  if (floorOf(target) < floor) return undefined
  if (floorOf(target) === floor) {
    return 'joins two folders of screens: what both need belongs to a folder below them'
  }
  return `goes up in web: ${folder} may import from ${list(BELOW_SCREENS.slice(0, floor))}`
}

const RULES: readonly Rule[] = [
  ...[arrows, spelling, shelves, packages],
  ...[strangers, events, families, floors],
]

/** Only there are name and version of the product, for every room. */
const FOR_EVERYBODY = 'package.json'

export function checkImports(sources: readonly Source[]): string[] {
  return sources.flatMap((from) =>
    from.imports.flatMap((to) => {
      if (to.path === FOR_EVERYBODY) return []
      return RULES.flatMap((rule) => {
        const fault = rule(from, to)
        return fault ? `${from.path}:${to.line} imports ${to.specifier}, which ${fault}.` : []
      })
    }),
  )
}

/** A circle of imports has no first file to read. Each circle is reported once. */
export function checkCycles(sources: readonly Source[]): string[] {
  const next = new Map(sources.map(({ path, imports }) => [path, imports.map((to) => to.path)]))
  const done = new Set<string>()
  const circles: string[] = []
  function walk(path: string, way: readonly string[]): void {
    const seenAt = way.indexOf(path)
    if (seenAt >= 0) circles.push(`${[...way.slice(seenAt), path].join(' → ')} is a circle.`)
    if (seenAt >= 0 || done.has(path)) return
    for (const to of next.get(path) ?? []) if (to) walk(to, [...way, path])
    done.add(path)
  }
  for (const { path } of sources) walk(path, [])
  return circles
}

export function checkExports(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, code }) => {
    const faults: string[] = []
    if (/(^|\/)index\.tsx?$/.test(path)) {
      faults.push(`${path} is a barrel: import from the file that holds the thing.`)
    }
    for (const { index } of code.matchAll(/\bexport\s*(type\s*)?(\*|\{[^}]*\}\s*from\b)/g)) {
      faults.push(
        `${path}:${lineAt(code, index)} exports what another file holds: import it there.`,
      )
    }
    if (/\bexport\s+default\b/.test(code) && !/(Screen|Form)\.tsx$/.test(path)) {
      faults.push(`${path} has a default export: only screens and forms do, for the router.`)
    }
    return faults
  })
}
