import { createContext, use } from 'react'

/** Whether the fields of the form can only be read. */
const Context = createContext(false)

export const ReadOnly = Context.Provider
export const useIsReadOnly = (): boolean => use(Context)
