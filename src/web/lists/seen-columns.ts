// The columns of a list that its user sees, by the rights of the fields that they show.
import type { Endpoint } from '#contract/endpoint.ts'
import { seesField } from '#contract/field-rights.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import type { GridColumn } from '../ui/grid/column.ts'

export function seenColumns<Row>(
  columns: readonly GridColumn<Row>[],
  endpoint: Endpoint,
  rights: readonly FieldRight[],
): readonly GridColumn<Row>[] {
  const sees = (name: string) => seesField(rights, endpoint, name)
  const isSeen = ({ id, fields = [id] }: GridColumn<Row>) => fields.every(sees)
  const seen = columns.filter(isSeen)
  const inPlace = columns.flatMap((column) => {
    const { id, insteadOf, hidden = false } = column
    if (isSeen(column)) return insteadOf === undefined || sees(insteadOf) ? [column] : []
    const substitute = seen.find((one) => one.insteadOf === id)
    return substitute ? [{ ...substitute, hidden }] : []
  })
  return inPlace.map((column) => {
    const [field = '', header = ''] = column.headerWithout ?? []
    return field === '' || sees(field) ? column : { ...column, header }
  })
}
