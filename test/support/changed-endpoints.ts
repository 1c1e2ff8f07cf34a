// The endpoints that a sample never leaves out, because contract, handlers or queries are new.
import { existsSync, readFileSync } from 'node:fs'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'

const OF_ENDPOINTS = /^src\/(?:contract|api|db)\/(.+)(?<!\.test)\.ts$/

/** The endpoints whose contract file, or the file of their handlers or queries, is changed. */
export function changedEndpoints(changed: ReadonlySet<string>): ReadonlySet<Endpoint> {
  const resources = [...changed].flatMap((path) => OF_ENDPOINTS.exec(path)?.[1] ?? [])
  const files = new Set(resources.map((resource) => `src/contract/${resource}.ts`))
  const names = [...files].flatMap((file) => exportsOf(textOf(file)))
  return new Set(names.flatMap((name) => ENDPOINTS.get(name) ?? []))
}

const exportsOf = (text: string): string[] =>
  [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name)

/** Nothing of a file that has no contract, or is gone. */
const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
