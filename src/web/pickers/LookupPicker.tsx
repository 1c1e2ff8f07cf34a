// Picks one thing by its name: what is typed is looked up, and what is chosen stays shown although
// it is not among the first fifty.
import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Option } from '#contract/console/lookups.ts'
import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts'
import { send } from '../http/client.ts'
import { keyOf } from '../http/use-endpoint.ts'
import { useUser } from '../session/session.ts'
import { useFieldLabel } from '../ui/form/field-labels.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'
import { NONE } from '../ui/values/format.ts'

export interface PickerProps
  extends Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: number | null
  readonly defaultValue?: number | null
  readonly onChange?: (id: number | null) => void
  /** The picked value goes elsewhere, and the field is empty again. */
  readonly clearsOnPick?: boolean | undefined
}

interface LookupPickerProps<E extends Endpoint> extends PickerProps {
  readonly endpoint: E
  /** Narrows what is looked up, such as the kind of a tariff. */
  readonly narrow?: object
  /** The picked value, with all fields of the lookup. */
  readonly onPick?: ((option: PickedOf<E>) => void) | undefined
}

export type PickedOf<E extends Endpoint> = AnswerOf<E> extends readonly (infer One)[] ? One : never

const PAUSE_MS = 200

function useMayLookUp({ needs }: Endpoint): boolean {
  const { permissions } = useUser()
  return needs === 'signed-in' || permissions.some((one) => one === needs)
}

export function LookupPicker<E extends Endpoint>(props: LookupPickerProps<E>) {
  const { endpoint, narrow, onPick, clearsOnPick, value, defaultValue, onChange, ...rest } = props
  const may = useMayLookUp(endpoint)
  const [id, setId] = useFieldValue<number | null>({ value, defaultValue, onChange }, null)
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option>()
  const [awaited, setAwaited] = useState<string>()
  useFieldLabel(rest.name, (value) => <LookedUp endpoint={endpoint} id={value} />)
  const [q] = useDebouncedValue(typed, PAUSE_MS)
  // The field shows the chosen name as its text, which is not a search for it.
  const isSearch = q !== '' && q !== picked?.name
  // The value that is chosen already is no hit of another search.
  const query = { ...narrow, ...(isSearch ? { q } : id === null ? {} : { id }) }
  // Every lookup answers options; the generic endpoint cannot say so.
  const call = { query } as unknown as CallOf<E>
  const lookup = useQuery({
    queryKey: keyOf(endpoint, call),
    queryFn: ({ signal }) => send(endpoint, call, signal) as unknown as Promise<Option[]>,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: may,
  })
  const options = lookup.data ?? []
  const found = options.find((option) => option.id === id)
  // Its name is known from now on, and no search for it.
  if (found && picked?.id !== id) setPicked(found)
  const chosen = found ?? (picked?.id === id ? picked : null)
  const shown = chosen && !isSearch && !options.includes(chosen) ? [chosen, ...options] : options
  // The options belong to what is typed: until then the first of them is not what is looked for.
  const isSettled = typed === q && !lookup.isFetching
  const pick = (option: Option | undefined) => {
    setAwaited(undefined)
    setPicked(option)
    if (option) onPick?.(option as PickedOf<E>)
    setId(option?.id ?? null)
    if (clearsOnPick) setTyped('')
  }
  if (awaited !== undefined && (typed !== awaited || lookup.error)) setAwaited(undefined)
  const first = awaited !== undefined && isSettled && isSearch ? options[0] : undefined
  useEffect(() => {
    if (first) pick(first)
  })
  // A filter is missing; the field of a form stays, with the value that it has.
  if (!may && rest.name === undefined && rest.label === undefined) return null
  return (
    <Select
      checkIconPosition="right"
      nothingFoundMessage={
        may ? (lookup.error?.message ?? 'Nothing found') : `Needs the right ${endpoint.needs}.`
      }
      {...rest}
      searchable
      data={shown.map((option) => ({ value: String(option.id), label: option.name }))}
      renderOption={({ option }) => {
        const hint = shown.find((one) => String(one.id) === option.value)?.hint
        return (
          <span>
            {option.label} {hint && <span className="muted">{hint}</span>}
          </span>
        )
      }}
      // The server has searched already, also in what is not shown.
      filter={({ options: all }) => all}
      value={id === null ? null : String(id)}
      onChange={(next) => pick(shown.find((one) => String(one.id) === next))}
      selectFirstOptionOnChange={isSearch && isSettled}
      // Enter that comes before the hits takes the first one as soon as it is there.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === '' || isSettled) return
        event.preventDefault()
        event.stopPropagation()
        setAwaited(typed)
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      {...(lookup.isFetching && isSearch ? { rightSection: <Loader size={14} /> } : {})}
    />
  )
}

/** The name of what has this id, as the field would show it. */
function LookedUp({ endpoint, id }: { endpoint: Endpoint; id: unknown }) {
  const may = useMayLookUp(endpoint)
  const call = { query: { id } } as unknown as CallOf<Endpoint>
  const lookup = useQuery({
    queryKey: keyOf(endpoint, call),
    queryFn: ({ signal }) => send(endpoint, call, signal) as unknown as Promise<Option[]>,
    enabled: may && typeof id === 'number',
  })
  if (typeof id !== 'number') return NONE
  return lookup.data?.find((option) => option.id === id)?.name ?? `no. ${id}`
}

interface PickerFilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** The value in the URL, for a picker used as a filter. */
export function asFilter(label: string, { value, onChange }: PickerFilterProps) {
  return {
    'aria-label': label,
    placeholder: label,
    value: value === undefined ? null : Number(value),
    onChange: (id: number | null) => onChange(id === null ? undefined : String(id)),
    clearable: true,
    w: 180,
  }
}
