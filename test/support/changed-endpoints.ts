// The endpoints that a sample never leaves out, because their contract or handlers are new.
import { existsSync, readFileSync } from 'node:fs'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'

const CONTRACT_OR_HANDLERS = /^src\/(?:contract|api)\/(.+)(?<!\.test)\.ts$/

/** The endpoints of the contract files that are among the paths, or whose handlers are. */
export function changedEndpoints(changed: ReadonlySet<string>): ReadonlySet<Endpoint> {
  const resources = [...changed].flatMap((path) => CONTRACT_OR_HANDLERS.exec(path)?.[1] ?? [])
  const files = new Set(resources.map((resource) => `src/contract/${resource}.ts`))
  const names = [...files].flatMap((file) => exportsOf(textOf(file)))
  return new Set(names.flatMap((name) => ENDPOINTS.get(name) ?? []))
}

const exportsOf = (text: string): string[] =>
  [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name)

/** Nothing of a file that has no contract, or is gone. */
const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
