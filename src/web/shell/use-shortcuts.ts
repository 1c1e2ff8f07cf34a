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
  const asked_at = useRef(0)
  const places = areaPlacesByKey(area)

  const orGo = (key: string, otherwise: () => void) => () => {
    const to = places.get(key)
    const isSecond = Date.now() - asked_at.current < SECOND_KEY_MS
    asked_at.current = 0
    if (isSecond && to) void navigate({ to })
    else otherwise()
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
    ['g', orGo('g', () => (asked_at.current = Date.now()))],
    ...['h', 'c', 'a', 't', 'w', 's'].map((key): [string, () => void] => [key, orGo(key, nothing)]),
  ])
}
