// The currency that is chosen in a form: that of its amounts, where a field names no other one.
import { createContext } from 'react'

export const FormCurrency = createContext<string | undefined>(undefined)
