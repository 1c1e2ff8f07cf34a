// The rate in force of which a new one would take the place: same prefix, same hours.
import { useDebouncedValue } from '@mantine/hooks'
import { getReplacedRate, type TariffRate } from '#contract/tariffs/tariff-rates.ts'
import { send } from '../http/client.ts'
import { useOne } from '../http/use-endpoint.ts'
import type { RateValues } from './price-example.ts'

type Place = Pick<RateValues, 'prefix' | 'window_id' | 'effective_from'>

const PAUSE_MS = 300

function callOf(tid: number, { prefix, window_id, effective_from }: Place, but_id?: number) {
  const query = {
    prefix,
    ...(window_id === null ? {} : { window_id }),
    ...(effective_from === null ? {} : { at: effective_from }),
    ...(but_id === undefined ? {} : { but_id }),
  }
  return { params: { tid }, query }
}

const isReadable = ({ prefix, effective_from }: Place): boolean =>
  /^\d{0,15}$/.test(prefix) &&
  (effective_from === null || !Number.isNaN(Date.parse(effective_from)))

/** Undefined while nothing is typed, where nothing is replaced, and until that is known. */
export function useReplacedRate(
  tid: number,
  values: RateValues,
  rate: TariffRate | undefined,
): TariffRate | undefined {
  const { prefix, window_id, effective_from } = values
  const [asked] = useDebouncedValue(
    callOf(tid, { prefix, window_id, effective_from }, rate?.id),
    PAUSE_MS,
  )
  const isTouched = rate
    ? prefix !== rate.prefix ||
      window_id !== rate.window_id ||
      effective_from !== rate.effective_from
    : prefix !== '' || values.rate !== ''
  const { data } = useOne(getReplacedRate, asked, { enabled: isTouched && isReadable(values) })
  const isCurrent =
    asked.query.prefix === prefix &&
    (asked.query.window_id ?? null) === window_id &&
    (asked.query.at ?? null) === effective_from
  return isTouched && isCurrent ? (data ?? undefined) : undefined
}

/** The destination name of the rate that a new one replaces, requested when that is saved. */
export async function destinationBefore(tid: number, place: Place): Promise<string> {
  const replaced = await send(getReplacedRate, callOf(tid, place))
  return replaced?.destination ?? ''
}
