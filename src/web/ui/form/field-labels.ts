// The text that a field shows for a value: a choice by its label, an id by its name. Fields pass it
// to their form, which shows two values of one field side by side.
import { createContext, type ReactNode, use, useEffect } from 'react'

export type ShowValue = (value: unknown) => ReactNode

export const FieldLabels = createContext<Map<string, ShowValue> | undefined>(undefined)

/** `show` may be a new one each time: the last one counts. */
export function useFieldLabel(name: string | undefined, show: ShowValue): void {
  const words = use(FieldLabels)
  useEffect(() => {
    if (name) words?.set(name, show)
  }, [words, name, show])
}
