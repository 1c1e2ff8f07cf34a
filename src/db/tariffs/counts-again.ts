// A rate counts while no newer one of its prefix and window does, and counts again after a newer
// one that ends earlier. In SQL, over a rate `r`.
const isNewer = (name: string) => `${name}.tariff_id = r.tariff_id and ${name}.prefix = r.prefix
  and ${name}.window_id is not distinct from r.window_id
  and ${name}.effective_from > r.effective_from`

/** Whether a newer rate counts at an instant in its place. */
export const isReplaced = (at: string): string => `exists (select from tariff_rate n
  where ${isNewer('n')} and n.effective_from <= ${at}
    and (n.effective_until is null or n.effective_until > ${at}))`

/** When it counts again, if a newer rate counts at the instant; null is never. */
export const countsAgainAt = (at: string): string => `(select min(n.effective_until)
  from tariff_rate n
  where ${isNewer('n')} and n.effective_until > ${at}
    and (r.effective_until is null or r.effective_until > n.effective_until)
    and not exists (select from tariff_rate m
      where ${isNewer('m')} and m.effective_from <= n.effective_until
        and (m.effective_until is null or m.effective_until > n.effective_until)))`
