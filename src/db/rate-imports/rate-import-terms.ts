// The terms of a rate that an import changes beside the rate itself, in words.

/** Without zeros at the end. */
const decimal = (value: string, one: string) => `trim_scale(${value}::numeric / ${one})`

const changed = (name: string, when: string, old: string, now: string) =>
  `case when ${when} then '${name} ' || ${old} || ' → ' || ${now} end`

const increments = (first: string, next: string) => `${first} || '/' || ${next}`
const OLD_FIRST = 'coalesce(old_first_increment, of_tariff_first)'
const OLD_NEXT = 'coalesce(old_next_increment, of_tariff_next)'
const FIRST = 'coalesce(first_increment, of_tariff_first)'
const NEXT = 'coalesce(next_increment, of_tariff_next)'
const OLD_FEE = 'coalesce(old_connect_fee, of_tariff_fee)'
const FEE = 'coalesce(connect_fee, of_tariff_fee)'
const end = (at: string) =>
  `coalesce(to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), 'never')`

/**
 * The changed terms of a row that takes the place of a rate of its prefix; null where nothing
 * differs.
 */
export const TERMS_IN_WORDS = `case when old_id is not null
  and kind in ('UP', 'DOWN', 'CHANGED', 'BLOCKED') then nullif(concat_ws(', ',
    ${changed(
      'increments',
      `(${FIRST}, ${NEXT}) is distinct from (${OLD_FIRST}, ${OLD_NEXT})`,
      increments(OLD_FIRST, OLD_NEXT),
      increments(FIRST, NEXT),
    )},
    ${changed(
      'connect fee',
      `${FEE} is distinct from ${OLD_FEE}`,
      decimal(OLD_FEE, '1e6'),
      decimal(FEE, '1e6'),
    )},
    ${changed(
      'first rate',
      `(first_rate is not null or old_first_rate is not null)
        and coalesce(first_rate, rate) <> coalesce(old_first_rate, old_rate)`,
      decimal('coalesce(old_first_rate, old_rate)', '1e8'),
      decimal('coalesce(first_rate, rate)', '1e8'),
    )},
    ${changed(
      'ends',
      "date_trunc('second', ends_at) is distinct from date_trunc('second', old_ends_at)",
      end('old_ends_at'),
      end('ends_at'),
    )},
    case when blocked and not old_blocked then 'blocked'
      when old_blocked and not blocked then 'no longer blocked' end,
    case when destination <> old_destination
      then 'name "' || old_destination || '" → "' || destination || '"' end,
    case when not keeps and not is_bare then 'other terms become those of the tariff' end
  ), '') end`
