import { accountPath } from '../navigation/account-path.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { NONE } from '../ui/values/format.ts'

interface OfParty {
  readonly account_id: number | null
  readonly account_name: string | null
  readonly account_kind: string | null
  readonly account_level: number | null
}

/** The account of a row of a report, which leads there. */
export const partyColumn = <Row extends OfParty>(): GridColumn<Row> => ({
  id: 'account_name',
  header: 'Account',
  width: 220,
  sort: 'account_name',
  name: ({ account_name }) => account_name ?? NONE,
  cell: ({ account_id, account_kind, account_level }, name) =>
    account_id === null || account_kind === null ? (
      NONE
    ) : (
      <Link to={accountPath({ id: account_id, kind: account_kind, level: account_level })}>
        {name}
      </Link>
    ),
  fields: ['account_name'],
  filter: ({ account_id }) => ['account_id', account_id],
})
