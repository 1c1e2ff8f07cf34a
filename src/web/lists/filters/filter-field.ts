// The filters that a list shows as chips: what each is called, and what its values are.
import type { ComponentType } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { PickerProps } from '../../pickers/LookupPicker.tsx'
import type { Choice } from '../../ui/form/SelectField.tsx'

interface Named {
  /** In the address; with `_not` behind it the filter is negated. */
  readonly name: string
  readonly label: string
}

/** One of several things, picked by their names. */
export interface PickedField extends Named {
  readonly kind: 'picked'
  /** To look the things up. */
  readonly needs: Endpoint['needs']
  readonly Picker: ComponentType<PickerProps>
  readonly Name: ComponentType<{ id: number }>
}

/** One of several words. */
export interface ChosenField extends Named {
  readonly kind: 'chosen'
  readonly choices: readonly Choice[]
}

/** A text filter; `is` defines the comparison. */
export interface WrittenField extends Named {
  readonly kind: 'written'
  readonly is: string
  readonly isNot: string
  readonly accepts?: (text: string) => boolean
  /** An addition to the text on the chip, such as the destination of a prefix. */
  readonly Text?: ComponentType<{ text: string }>
  /** Offers texts by their names to those who may look them up. */
  readonly Picker?: ComponentType<
    PickerProps & { readonly onPick?: (picked: { readonly name: string }) => void }
  >
}

/** A number between two others, each of them a filter of its own; `name` is that of the lower. */
export interface BetweenField extends Named {
  readonly kind: 'between'
  readonly upper: string
  readonly unit: string
}

export type FilterField = PickedField | ChosenField | WrittenField | BetweenField

export interface FilterState {
  /** Whether the user has the filter. */
  readonly has: (name: string) => boolean
  readonly search: Readonly<Record<string, string>>
  /** Also with several values: the text in the URL. */
  readonly set: (patch: Readonly<Record<string, string | undefined>>) => void
}

export const filterValuesOf = (text: string | undefined): readonly string[] =>
  text ? text.split(',').filter(Boolean) : []

/** For a field whose picks become chips: each adds a value to the filter. */
export function addToFilter(label: string, { search, set }: FilterState, name: string) {
  return {
    'aria-label': label,
    placeholder: label,
    value: null,
    clearsOnPick: true,
    onChange: (id: number | null) => {
      const values = filterValuesOf(search[name])
      if (id !== null && !values.includes(String(id))) {
        set({ [name]: [...values, id].join(',') })
      }
    },
    w: 150,
  }
}
