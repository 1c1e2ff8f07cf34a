// Ctrl K: every page that the user may open, global actions, and everything with the name, the
// address, the prefix or the id that is typed.
import { Loader, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Area } from '../../navigation/area.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { type Entry, useFound } from './palette-entries.ts'
import styles from './SearchPalette.module.css'

interface SearchPaletteProps {
  readonly area: Area
  readonly onClose: () => void
}

export function SearchPalette({ area, onClose }: SearchPaletteProps) {
  return (
    <Dialog title="Search" onClose={onClose} width={560} grows>
      <Palette area={area} onClose={onClose} />
    </Dialog>
  )
}

function Palette({ area, onClose }: { area: Area; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  // By its key: what the server finds later must not move the choice to another entry.
  const [chosen, setChosen] = useState<string>()
  const { entries, isLooking, problem } = useFound(area, typed)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen(entries.at((at + step) % entries.length)?.key)
    }
    if (event.key === 'Enter') run(entries[at])
  }
  return (
    <div>
      <TextInput
        data-autofocus
        placeholder="Name, number, address, document, call id or page"
        aria-label="Search"
        role="combobox"
        aria-expanded
        aria-controls="search-results"
        aria-activedescendant={entries[at] ? `search-${at}` : undefined}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(undefined)
        }}
        onKeyDown={keys}
        rightSection={isLooking && <Loader size={14} />}
      />
      <Results entries={entries} at={at} onRun={run} />
      <p role="status" className="muted">
        {problem
          ? `Only pages and actions are shown: ${problem}`
          : entries.length === 0 && (isLooking ? 'Searching…' : 'Nothing found.')}
      </p>
    </div>
  )
}

interface ResultsProps {
  readonly entries: readonly Entry[]
  readonly at: number
  readonly onRun: (entry: Entry) => void
}

function Results({ entries, at, onRun }: ResultsProps) {
  useEffect(() => {
    document.getElementById(`search-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const groups = [...Map.groupBy(entries.entries(), ([, { group }]) => group)]
  return (
    <div id="search-results" role="listbox" aria-label="Results" className={styles.results}>
      {groups.map(([group, found]) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, and no fieldsets.
        <div key={group} role="group" aria-label={group}>
          <div aria-hidden className={styles.group}>
            {group}
          </div>
          {found.map(([index, entry]) => (
            <div
              key={entry.key}
              id={`search-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.result}
              onClick={() => onRun(entry)}
              onKeyDown={(event) => event.key === 'Enter' && onRun(entry)}
            >
              <span>{entry.label}</span>
              <span className="muted">{entry.hint}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
