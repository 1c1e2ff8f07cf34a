// How a rule of a route plan is named, and found by a search.

interface NamedRule {
  readonly dst_prefix: string
  readonly src_prefix: string
}

interface SearchedRule extends NamedRule {
  readonly description: string
  readonly tags: readonly string[]
}

/** The empty prefix matches every number that no other rule matches. */
export const prefixName = (prefix: string): string => prefix || 'default'

/** The names of rules in a plan: mostly their prefixes. */
export const ruleName = ({ dst_prefix, src_prefix }: NamedRule): string =>
  src_prefix ? `${prefixName(dst_prefix)} from ${src_prefix}` : prefixName(dst_prefix)

/** `names` are those of all that the rule refers to: gateways, lists, clients and so on. */
export function matchesSearch(
  rule: SearchedRule,
  names: readonly string[],
  search: string,
): boolean {
  const wanted = search.trim().toLowerCase()
  const tags = rule.tags.map((tag) => `#${tag}`)
  const caller = rule.src_prefix && `from ${rule.src_prefix}`
  const has = (text: string) => text.toLowerCase().includes(wanted)
  return (
    prefixName(rule.dst_prefix).startsWith(wanted) ||
    [rule.description, caller, ...tags, ...names].some(has)
  )
}
