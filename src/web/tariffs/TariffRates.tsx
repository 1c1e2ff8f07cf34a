// The rates of one tariff: which prefix costs what, from when, and what a number would cost.
import { Button } from '@mantine/core'
import { IconFileImport, IconHistory, IconMail, IconRoute } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import {
  deleteTariffRate,
  listTariffRates,
  type TariffRate,
} from '#contract/tariffs/tariff-rates.ts'
import type { Tariff } from '#contract/tariffs/tariffs.ts'
import { bareDigits } from '#core/number/pasted-number.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { prefixName } from '../columns/prefix-name.ts'
import { useList } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { type ListScreen, useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { CountryPicker } from '../pickers/CountryPicker.tsx'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { useNarrow } from '../ui/theme/use-narrow.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { count } from '../ui/values/format.ts'
import { CallCostNote } from './CallCostNote.tsx'
import { MarkupNote } from './markups/MarkupNote.tsx'
import { rateColumns } from './rate-columns.tsx'
import { useRateChanges } from './use-rate-changes.tsx'

const RateHistoryDialog = lazy(async () => ({
  default: (await import('./RateHistoryDialog.tsx')).RateHistoryDialog,
}))

const STATES = [
  { value: 'current', label: 'Active and future' },
  { value: 'active', label: 'Active' },
  { value: 'again', label: 'Resumes later' },
  { value: 'future', label: 'Future' },
  { value: 'expired', label: 'Expired' },
  { value: 'all', label: 'All' },
]

const BLOCKED = [
  { value: 'false', label: 'Allowed' },
  { value: 'true', label: 'Blocked' },
]

const isNumber = (text: string): boolean => /^\d{1,32}$/.test(bareDigits(text))
/** Fewer digits may be the beginning of one. */
const isCalled = (text = ''): boolean => /^\d{3,32}$/.test(bareDigits(text))
const isDigits = (text: string): boolean => /^\d{1,15}$/.test(text)

/**
 * The rate by which a number is billed now: of the rates that fit it, the one with the longest
 * prefix, there the one whose time window is open, of those the newest.
 */
function longestOf(rows: readonly TariffRate[] = []): number | undefined {
  const active = rows.filter((row) => row.state === 'active' && row.window_is_open !== false)
  const [first] = active.toSorted(
    (a, b) =>
      b.prefix.length - a.prefix.length ||
      Number(b.window_id !== null) - Number(a.window_id !== null) ||
      Date.parse(b.effective_from) - Date.parse(a.effective_from),
  )
  return first?.id
}

interface TariffRatesProps {
  readonly tariff: Tariff
  readonly title?: string
  /** Above the title. */
  readonly head: ReactNode
  /** One field for numbers and destinations, with the cost of a call. */
  readonly isOwn?: boolean
}

export function TariffRates({ tariff, title, head, isOwn = false }: TariffRatesProps) {
  const list = useListScreen(listTariffRates, {
    params: { tid: tariff.id },
    defaults: { state: 'current' },
  })
  const navigate = useNavigate()
  const { markup_state, is_own } = tariff
  const isOpen = is_own && !markup_state
  const mayChangeMany = useMay('tariffs.bulk') && isOpen
  const changes = useRateChanges(tariff, list)
  const [past, setPast] = useState<TariffRate>()
  const rates = paths.admin.tariffRates(tariff.id)
  const { number, prefix, q, blocked, country, state } = list.search
  // A further filter could hide the very rate that counts, and so could rows of the number before.
  const isWhole =
    !prefix &&
    !q &&
    !blocked &&
    !country &&
    state !== 'future' &&
    state !== 'again' &&
    !list.isOutdated
  const isAnswered = number && isWhole
  const answers_id = isAnswered ? longestOf(list.rows) : undefined
  const mayEdit = useMay('tariffs.edit') && isOpen
  const mayNotify = useMay('tariffs.edit') && is_own && tariff.kind !== 'BUY'
  const isNarrow = useNarrow()
  const columns = useMemo(
    () => rateColumns(tariff, { answers_id, mayEdit, isNarrow }),
    [tariff, answers_id, mayEdit, isNarrow],
  )

  const showComing = () => list.set({ state: 'future' })
  const testAction = (row: TariffRate) => ({
    label: 'Test this number',
    icon: <IconRoute size={15} />,
    onClick: () =>
      void navigate({
        href: withSearch(paths.admin.routeTester, { dialled_number: number ?? row.prefix }),
      }),
  })
  const rows = useRowActions<TariffRate>({
    noun: 'rate',
    partOf: 'tariffs',
    pages: rates,
    always: (row) => [
      { label: 'History', icon: <IconHistory size={15} />, onClick: () => setPast(row) },
    ],
    more: (row) => [testAction(row)],
    remove: {
      endpoint: deleteTariffRate,
      name: ({ prefix }) => `${prefixName(prefix)} of ${tariff.name}`,
      params: () => ({ tid: tariff.id }),
      effect: 'Active calls keep this rate; new calls use the next shorter prefix, if any.',
    },
  })

  return (
    <ListPage
      of={tariff.name}
      name="tariff-rates"
      {...(title && { title })}
      breadcrumb={head}
      list={list}
      columns={columns}
      noun={['rate', 'rates']}
      {...(isOpen && rows)}
      {...(mayChangeMany && { selection: changes.selection })}
      selectionBar={changes.bar}
      tools={
        <>
          {mayNotify && (
            <Button
              component={Link}
              to={withSearch(paths.admin.priceNotifications, { tariff_id: tariff.id })}
              variant="default"
              leftSection={<IconMail size={15} />}
            >
              Price notifications
            </Button>
          )}
          {mayChangeMany && (
            <Button
              component={Link}
              to={paths.admin.rateImports(tariff.id).list}
              variant="default"
              leftSection={<IconFileImport size={15} />}
            >
              Import…
            </Button>
          )}
        </>
      }
      empty={`No rates yet in tariff ${tariff.name}. A rate is a price per minute for a prefix.`}
      filters={
        <>
          <SearchFields list={list} isOwn={isOwn} />
          <CountryPicker
            aria-label="Country"
            placeholder="Country"
            w={150}
            value={list.search.country ?? ''}
            onChange={(code) => list.set({ country: code || undefined })}
          />
          <SelectFilter label="State" choices={STATES} width={160} always {...list.bind('state')} />
          <SelectFilter label="Calls" choices={BLOCKED} width={120} {...list.bind('blocked')} />
        </>
      }
    >
      {markup_state && <MarkupNote tariff_id={tariff.id} state={markup_state} />}
      {changes.dialog}
      {past && (
        <Suspense fallback={null}>
          <RateHistoryDialog tariff={tariff} rate={past} onClose={() => setPast(undefined)} />
        </Suspense>
      )}
      {state === 'current' && <ComingChanges tariff={tariff} onShow={showComing} />}
      {number && isOwn && <CallCostNote tariff_id={tariff.id} number={number} />}
      {number && !isOwn && (
        <NumberAnswer number={number} known={list.rows} answers_id={answers_id} />
      )}
    </ListPage>
  )
}

interface SearchFieldsProps {
  readonly list: Pick<ListScreen<typeof listTariffRates>, 'bind' | 'set' | 'search'>
  readonly isOwn: boolean
}

/** The own rates have one field for both; rates to be edited are also found by their prefix. */
function SearchFields({ list, isOwn }: SearchFieldsProps) {
  if (isOwn) {
    const search = (text: string | undefined) => {
      const isNumberTyped = isCalled(text)
      list.set({ number: isNumberTyped ? text : undefined, q: isNumberTyped ? undefined : text })
    }
    const value = list.search.number ?? list.search.q
    return <TextFilter label="Number or destination" search value={value} onChange={search} />
  }
  return (
    <>
      <TextFilter label="Search destination or number" search {...list.bind('q')} />
      <TextFilter label="Prefix starts with" accepts={isDigits} {...list.bind('prefix')} />
      <TextFilter
        label="Rates for a number"
        width={170}
        accepts={isNumber}
        fault="A number, for example +212 661-234567"
        {...list.bind('number')}
      />
    </>
  )
}

interface ComingChangesProps {
  readonly tariff: Tariff
  readonly onShow: () => void
}

/** How many rates will change, and the way to them. */
function ComingChanges({ tariff, onShow }: ComingChangesProps) {
  const { data } = useList(listTariffRates, {
    params: { tid: tariff.id },
    query: { state: 'future', limit: 1, total: 'exact' },
  })
  const coming = data?.page.total ?? 0
  if (coming === 0) return null
  return (
    <div>
      <Button variant="light" size="compact-sm" onClick={onShow}>
        {count(coming, 'coming change', 'coming changes')}
      </Button>
    </div>
  )
}

interface NumberAnswerProps {
  readonly number: string
  readonly known: readonly TariffRate[] | undefined
  readonly answers_id: number | undefined
}

/** A sentence with the price of a call to the number now. */
function NumberAnswer({ number, known, answers_id }: NumberAnswerProps) {
  const mayTest = useMay('route_tests.execute')
  const rate = known?.find((row) => row.id === answers_id)
  if (!rate) return null
  return (
    <output>
      A call to <span className="mono">{number}</span> is rated by prefix{' '}
      <strong className="mono">{prefixName(rate.prefix)}</strong> {rate.destination}
      {rate.blocked ? (
        ', but refused: this rate is blocked.'
      ) : (
        <>
          ; five minutes cost <Amount value={rate.five_minutes} currency={rate.currency} />.
        </>
      )}{' '}
      {mayTest && (
        <ListLink to={paths.admin.routeTester} filters={{ dialled_number: number }}>
          Test a call to it
        </ListLink>
      )}
    </output>
  )
}
