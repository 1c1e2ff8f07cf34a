// The values of one filter: each can be taken away, and another be added.
import { Pill, Select } from '@mantine/core'
import { useState } from 'react'
import styles from './FilterChips.module.css'
import {
  type ChosenField,
  type FilterState,
  filterValuesOf,
  type PickedField,
} from './filter-field.ts'

interface ValuesProps {
  readonly field: PickedField | ChosenField
  readonly name: string
  readonly state: FilterState
}

/**
 * Inside the popover, because a click on an option beside it would close it. The options stay in
 * the page: an Enter right after the first letter would otherwise come before them.
 */
export const INSIDE = { withinPortal: false, keepMounted: true }

export function FilterValues({ field, name, state }: ValuesProps) {
  const [typed, setTyped] = useState('')
  const values = filterValuesOf(state.search[name])
  const set = (next: readonly string[]) => state.set({ [name]: next.join(',') || undefined })
  const add = (value: string | null) => {
    setTyped('')
    if (value !== null && !values.includes(value)) set([...values, value])
  }
  const props = {
    'aria-label': field.label,
    placeholder: values.length > 0 ? 'Or…' : field.label,
    comboboxProps: INSIDE,
    'data-autofocus': true,
  }
  return (
    <>
      {values.length > 0 && (
        <div className={styles.values}>
          {values.map((value) => (
            <Pill
              key={value}
              withRemoveButton
              removeButtonProps={{ 'aria-label': 'Remove the value', 'aria-hidden': false }}
              onRemove={() => set(values.filter((one) => one !== value))}
            >
              {field.kind === 'picked' ? (
                <field.Name id={Number(value)} />
              ) : (
                (field.choices.find((one) => one.value === value)?.label ?? value)
              )}
            </Pill>
          ))}
        </div>
      )}
      {field.kind === 'picked' ? (
        <field.Picker
          {...props}
          value={null}
          clearsOnPick
          onChange={(id) => add(id === null ? null : String(id))}
        />
      ) : (
        <Select
          {...props}
          searchable
          // Chosen at once, without the timer that Mantine sets otherwise: it would undo what an
          // Enter right after the first letter takes.
          selectFirstOptionOnDropdownOpen
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage="Nothing has this name"
          data={field.choices.filter((one) => !values.includes(one.value))}
          value={null}
          onChange={add}
        />
      )}
    </>
  )
}
