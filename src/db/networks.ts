// Networks in columns of type `cidr` and `cidr[]`.
import { type RawBuilder, sql } from 'kysely'

/** A single address is shown without its mask, as it was typed. */
export const networkText = (column: string): RawBuilder<string> => {
  const network = sql.ref(column)
  return sql<string>`case when masklen(${network}) = (case family(${network}) when 4 then 32
    else 128 end) then host(${network}) else ${network}::text end`
}

/** The same for each of a list. */
export const networksText = (column: string): RawBuilder<string[]> => sql<string[]>`array(
  select case when masklen(n) = (case family(n) when 4 then 32 else 128 end)
    then host(n) else n::text end
  from unnest(${sql.ref(column)}) with ordinality as network(n, place) order by place)`

/** `network` cuts the bits behind the mask, so that 192.0.2.7/24 is the network that it lies in. */
export const networksOf = (networks: readonly string[]): RawBuilder<string[]> =>
  sql<string[]>`array(select network(n::inet)
    from unnest(${networks}::text[]) with ordinality as given(n, place) order by place)`
