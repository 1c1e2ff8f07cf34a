import { createContext } from 'react'

/** The currency that the heading of a column has said: its amounts need not repeat it. */
export const SaidCurrency = createContext<string | undefined>(undefined)
