// Ctrl K: every page that the user may open, and what one can do from anywhere.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import type { Area } from '../areas/area.ts'
import { addressOf, mayEnter } from '../areas/menu.ts'
import { logOut } from '../session/log-out.ts'
import { setScheme, useScheme } from '../session/scheme.ts'
import { useUser } from '../session/session.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './SearchPalette.module.css'

interface SearchPaletteProps {
  readonly area: Area
  readonly opened: boolean
  readonly onClose: () => void
}

interface Entry {
  readonly label: string
  readonly group: 'Pages' | 'Actions'
  readonly run: () => void
}

export function SearchPalette({ area, opened, onClose }: SearchPaletteProps) {
  return (
    <Dialog title="Search" opened={opened} onClose={onClose} width={480}>
      <Palette area={area} onClose={onClose} />
    </Dialog>
  )
}

function useEntries(area: Area): Entry[] {
  const user = useUser()
  const navigate = useNavigate()
  const scheme = useScheme()
  const pages = area.places.flatMap((place): Entry[] => {
    const to = addressOf(area, place.path)
    if (!to || !mayEnter(user, place)) return []
    const group = place.path.endsWith('/add') ? 'Actions' : 'Pages'
    return [{ label: place.title, group, run: () => void navigate({ to }) }]
  })
  const other = scheme === 'dark' ? 'light' : 'dark'
  return [
    ...pages.filter((entry) => entry.group === 'Pages'),
    ...pages.filter((entry) => entry.group === 'Actions'),
    {
      label: other === 'dark' ? 'Dark mode' : 'Light mode',
      group: 'Actions',
      run: () => setScheme(other),
    },
    { label: 'Logout', group: 'Actions', run: () => void logOut() },
  ]
}

/** Every word that was typed must begin a word of the label. */
function matches(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/\s+/)
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}

function Palette({ area, onClose }: { area: Area; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = useEntries(area).filter((entry) => matches(entry.label, typed))
  const at = Math.min(chosen, found.length - 1)
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      setChosen((at + step + found.length) % found.length)
    }
    if (event.key === 'Enter') run(found[at])
  }
  return (
    <div>
      <TextInput
        data-autofocus
        placeholder="A page or an action"
        aria-label="Search"
        role="combobox"
        aria-expanded
        aria-controls="search-results"
        aria-activedescendant={found[at] ? `search-${at}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={keys}
      />
      <div id="search-results" role="listbox" aria-label="Results" className={styles.results}>
        {found.map((entry, index) => (
          <div
            key={`${entry.group} ${entry.label}`}
            id={`search-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.result}
            onClick={() => run(entry)}
            onKeyDown={keys}
          >
            <span>{entry.label}</span>
            <span className="muted">{entry.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="muted">Nothing has this name.</p>}
    </div>
  )
}
