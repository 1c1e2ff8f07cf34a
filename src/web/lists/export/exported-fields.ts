import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { GridColumn } from '../../ui/grid/column.ts'

/** The fields of the answer that columns show: those they name, or that of their own name. */
export function exportedFields(
  { answer }: Endpoint,
  columns: readonly Pick<GridColumn<never>, 'id' | 'fields'>[],
): string[] {
  const row = answer instanceof z.ZodArray ? answer.element : undefined
  const known = row instanceof z.ZodObject ? new Set(Object.keys(row.shape)) : new Set<string>()
  const fields = columns.flatMap(({ id, fields = [id, `${id}_name`] }) =>
    fields.filter((name) => known.has(name)),
  )
  return [...new Set(fields)]
}
