// Keyboard shortcuts of every page; none of them works while a text field has the focus.
import { useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Area } from '../navigation/area.ts'
import { areaPlacesByKey } from './shortcuts.ts'

const SECOND_KEY_MS = 1500

export function useShortcuts(area: Area, open: { search: () => void; help: () => void }): void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const asked_at = useRef(Number.NEGATIVE_INFINITY)
  const places = areaPlacesByKey(area)

  const orGo =
    (key: string, otherwise: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      const to = places.get(key)
      const isSecond = event.timeStamp - asked_at.current < SECOND_KEY_MS
      asked_at.current = Number.NEGATIVE_INFINITY
      if (isSecond && to) void navigate({ to })
      else otherwise(event)
    }
  const nothing = () => {}
  const refresh = () => void queries.refetchQueries({ type: 'active' })
  const first = () => document.querySelector<HTMLElement>('[data-filters] input')?.focus()
  const add = () => document.querySelector<HTMLElement>('[data-primary-action]')?.click()

  useHotkeys([['mod+K', open.search]], [])
  useHotkeys([
    ['shift+?', open.help],
    ['?', open.help],
    ['/', first],
    ['n', add],
    ['r', orGo('r', refresh)],
    ['g', orGo('g', ({ timeStamp }) => (asked_at.current = timeStamp))],
    ...['h', 'c', 'a', 't', 'w', 's'].map((key): [string, (event: KeyboardEvent) => void] => [
      key,
      orGo(key, nothing),
    ]),
  ])
}
