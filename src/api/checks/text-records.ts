// TXT records of the DNS, by which a reseller proves that a domain is its own.
import { Resolver } from 'node:dns/promises'

/** The texts of a name, none if it has none; undefined if the DNS does not answer in time. */
export type ReadTextRecords = (name: string) => Promise<readonly string[] | undefined>

const ANSWER_MS = 3000
const NONE = ['ENOTFOUND', 'ENODATA']

export const readTextRecords: ReadTextRecords = async (name) => {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 1 })
  // Each server that does not answer would have its own time.
  const timer = setTimeout(() => resolver.cancel(), ANSWER_MS)
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
