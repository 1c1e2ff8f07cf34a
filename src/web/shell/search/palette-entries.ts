// The entries of the palette for a text: pages and actions immediately, hits of the server a moment
// later.
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { search } from '#contract/console/search.ts'
import { readSearchText, type SearchText } from '#core/search-text.ts'
import { messageOf } from '../../http/api-error.ts'
import { useOne } from '../../http/use-endpoint.ts'
import type { Area } from '../../navigation/area.ts'
import { pagesOf } from '../../navigation/menu.ts'
import { paths, type RecordKind, withSearch } from '../../navigation/paths.ts'
import { logOut } from '../../session/log-out.ts'
import { setScheme, useScheme } from '../../session/scheme.ts'
import { useMay, useUser } from '../../session/session.ts'
import { HIT_GROUPS, hitPath, isOfCalls } from './search-hits.ts'

export interface Entry {
  readonly key: string
  readonly group: string
  readonly label: string
  readonly hint?: string
  readonly run: () => void
}

export interface Found {
  readonly entries: readonly Entry[]
  readonly isLooking: boolean
  /** Why the search on the server failed. */
  readonly problem: string | undefined
}

const PAUSE_MS = 150
/** One letter fits nearly everything. */
const ASKED_FROM = 2

export function useFound(area: Area, typed: string): Found {
  const asked = readSearchText(typed)
  const known = useKnownEntries(area).filter((entry) => matches(entry.label, typed))
  const ofCalls = useCallEntries(asked)
  const { entries, ...state } = useHits(area, asked)
  return { entries: [...known, ...entries, ...ofCalls], ...state }
}

function useKnownEntries(area: Area): Entry[] {
  const user = useUser()
  const navigate = useNavigate()
  const scheme = useScheme()
  const places = pagesOf(area, user).map(({ to, title, isAction }): Entry => {
    const group = isAction ? 'Actions' : 'Pages'
    return { key: to, group, label: title, run: () => void navigate({ to }) }
  })
  const other = scheme === 'dark' ? 'light' : 'dark'
  return [
    ...places.filter(({ group }) => group === 'Pages'),
    ...places.filter(({ group }) => group === 'Actions'),
    {
      key: 'scheme',
      group: 'Actions',
      label: other === 'dark' ? 'Dark mode' : 'Light mode',
      run: () => setScheme(other),
    },
    { key: 'logout', group: 'Actions', label: 'Logout', run: () => void logOut() },
  ]
}

/** Every word that was typed must begin a word of the label. */
function matches(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/\s+/)
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}

/** The lists look for a number within a range of time, which the palette has none to give. */
function useCallEntries(asked: SearchText): Entry[] {
  const navigate = useNavigate()
  const maySearch = useMay('search.view')
  const mayView = useMay('call_records.view')
  if (!maySearch || !mayView || !isOfCalls(asked)) return []
  const q = asked.digits ?? asked.text
  return (['wholesale', 'retail'] satisfies RecordKind[]).map((kind) => ({
    key: `calls ${kind}`,
    group: 'Calls',
    label: `${kind === 'retail' ? 'Retail' : 'Wholesale'} calls today with ${q}`,
    run: () => void navigate({ href: withSearch(paths.admin.callRecords(kind), { q }) }),
  }))
}

/** Results link into the admin area, so only admins see them. */
function useHits(area: Area, asked: SearchText): Found {
  const navigate = useNavigate()
  const [q] = useDebouncedValue(asked.text, PAUSE_MS)
  const maySearch = useMay('search.view')
  const isAsked = maySearch && area.name === 'admin' && asked.text.length >= ASKED_FROM
  const isCurrent = q === asked.text
  const query = useOne(search, { query: { q } }, { enabled: isAsked && isCurrent })
  if (!isAsked) return { entries: [], isLooking: false, problem: undefined }
  if (!isCurrent) return { entries: [], isLooking: true, problem: undefined }
  const hits = query.data ?? []
  return {
    entries: hits.map((hit) => ({
      key: `${hit.kind} ${hit.id}`,
      group: HIT_GROUPS[hit.kind],
      label: hit.name,
      hint: hit.hint,
      run: () => void navigate({ href: hitPath(hit, asked) }),
    })),
    isLooking: query.isPending,
    problem: query.error ? messageOf(query.error) : undefined,
  }
}
