// Vitest's global set-up of the screens: builds the console unless it is newer than its sources.
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCES = ['src/{web,contract,core}/**/*', 'vite.config.ts', 'package-lock.json']

export const CONSOLE_FOLDER = join(ROOT, 'dist')

const changedAt = (path: string): number =>
  statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

export async function setup(): Promise<void> {
  const newest = Math.max(...globSync(SOURCES, { cwd: ROOT }).map(changedAt))
  if (changedAt('dist/index.html') >= newest) return
  // Vitest says `test`, by which React would be built with its warnings for developers.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await build({ configFile: join(ROOT, 'vite.config.ts'), root: join(ROOT, 'src/web') })
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}
