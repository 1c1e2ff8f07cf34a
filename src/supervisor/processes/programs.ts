// Where the programs of the product lie for users other than root: in the project itself, or, if it
// is in a folder that other users cannot enter, such as /root, in a copy.
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { askChild, isRoot, runChild, type SystemUser } from './child.ts'
import { makeFolder, makeReadableForAll } from './folder.ts'

export interface Programs {
  node: string
  /** The project or its copy. */
  folder: string
}

const PROJECT = resolve(import.meta.dirname, '../../..')
const PARTS = ['package.json', 'src', 'kamailio', 'dist']

function canRun({ node, folder }: Programs, user: SystemUser): boolean {
  const places = [
    join(folder, 'src/api/main.ts'),
    join(folder, 'node_modules/fastify/package.json'),
  ]
  const areReadable = places.every(
    (place) => askChild({ program: 'test', args: ['-r', place], user }) !== undefined,
  )
  return areReadable && askChild({ program: node, args: ['--version'], user }) !== undefined
}

/** Packages of development, and those whose programs are taken from elsewhere, stay behind. */
async function listNeededPackages(elsewhere: RegExp): Promise<string[]> {
  const text = await fs.readFile(join(PROJECT, 'node_modules/.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, { dev?: boolean }> }
  return Object.entries(packages)
    .filter(([path, { dev }]) => !dev && !elsewhere.test(path))
    .map(([path]) => path)
    .filter((path) => !path.includes('/node_modules/'))
}

/** Puts in place of `folder` what the parts of the product need of the project to run. */
export async function copyProject(folder: string): Promise<void> {
  const copy = await makeCopy(folder, /^node_modules\/(node-linux|@embedded)/)
  await putInPlace(copy, folder)
}

/** Makes a copy beside `folder` that the supervisor can run in, too. */
export async function copyForService(folder: string): Promise<string> {
  return await makeCopy(folder, /^node_modules\/node-linux/)
}

export async function putInPlace(copy: string, folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true })
  await fs.rename(copy, folder)
}

async function makeCopy(folder: string, elsewhere: RegExp): Promise<string> {
  const unfinished = `${folder}.unfinished`
  await fs.rm(unfinished, { recursive: true, force: true })
  await makeFolder(unfinished, 0o755)
  const parts = PARTS.filter((part) => existsSync(join(PROJECT, part)))
  const places = Map.groupBy([...parts, ...(await listNeededPackages(elsewhere))], dirname)
  for (const [place, names] of places) {
    const target = join(unfinished, place)
    await fs.mkdir(target, { recursive: true })
    const sources = names.map((name) => join(PROJECT, name))
    await runChild({ program: 'cp', args: ['-R', '-t', target, ...sources] })
  }
  await runChild({ program: 'cp', args: [process.execPath, join(unfinished, 'node')] })
  await makeReadableForAll(unfinished)
  return unfinished
}

/** `folder` holds the copy; it is made at each start, as the sources may have changed. */
export async function findPrograms(folder: string, users: SystemUser[]): Promise<Programs> {
  const own = { node: process.execPath, folder: PROJECT }
  if (!isRoot() || users.every((user) => canRun(own, user))) return own
  await copyProject(folder)
  const copy = { node: join(folder, 'node'), folder }
  const stranger = users.find((user) => !canRun(copy, user))
  if (stranger) throw new Error(`${stranger.name} cannot read ${folder}: move DATA_DIR`)
  return copy
}
