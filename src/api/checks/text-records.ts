// TXT records of the DNS, by which a reseller proves that a domain is its own.
import { Resolver } from 'node:dns/promises'

/** The texts of a name, none if it has none; undefined if the DNS does not answer in time. */
export type ReadTextRecords = (name: string) => Promise<readonly string[] | undefined>

const ANSWER_MS = 3000
const NONE = ['ENOTFOUND', 'ENODATA']

/** The servers are those of the machine unless given. */
export function makeTextReader(
  servers?: readonly string[],
  answer_ms: number = ANSWER_MS,
): ReadTextRecords {
  return async (name) => {
    const resolver = new Resolver({ timeout: answer_ms, tries: 1 })
    if (servers) resolver.setServers(servers)
    // Each server that does not answer would have its own time.
    const timer = setTimeout(() => resolver.cancel(), answer_ms)
    try {
      const records = await resolver.resolveTxt(name)
      return records.map((parts) => parts.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return NONE.includes(code) ? [] : undefined
    } finally {
      clearTimeout(timer)
    }
  }
}
