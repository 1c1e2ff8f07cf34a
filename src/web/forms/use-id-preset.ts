import { useSearch } from '@tanstack/react-router'

/** The ids with which a link fills in a new form, by the names of its fields. */
export function useIdPreset<const F extends string>(...fields: F[]): { [N in F]?: number } {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const given = fields.flatMap((field): [string, number][] => {
    const text = String(search[field] ?? '')
    return /^\d{1,15}$/.test(text) ? [[field, Number(text)]] : []
  })
  return Object.fromEntries(given) as { [N in F]?: number }
}
