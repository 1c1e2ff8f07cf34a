// Who uses the tariff of an import, and what their calls of the last 30 days would cost more.

import { Fragment } from 'react'
import {
  listRateImportParties,
  type RateImportParties,
} from '#contract/rate-imports/rate-imports.ts'
import { useOne } from '../http/use-endpoint.ts'
import { accountPath } from '../navigation/account-path.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { count, formatDecimal, formatDuration } from '../ui/values/format.ts'
import styles from './RateImport.module.css'

const KINDS = {
  WHOLESALE: 'Wholesale client',
  RETAIL: 'Retail client',
  RESELLER: 'Reseller',
  SETTLEMENT: 'Settlement account',
} as const

const columnsWith = (difference: string) => [
  'Account',
  'Kind',
  { name: 'Answered calls', className: styles.number },
  { name: 'Duration', className: styles.number },
  { name: difference, className: styles.number },
]

interface ImportPartiesProps {
  readonly id: number
  /** The tariff buys, so that the difference is a cost. */
  readonly buys: boolean
}

export function ImportParties({ id, buys }: ImportPartiesProps) {
  const { data } = useOne(listRateImportParties, { params: { id } })
  if (!data) return null
  return (
    <>
      {data.count === 0 && <p className="muted">No account uses the tariff.</p>}
      {data.count > 0 && (
        <details className={styles.parties}>
          <summary>
            Used by {count(data.count, 'account', 'accounts')}; their calls of the last 30 days to
            changed prefixes would {buys ? 'cost' : 'bring in'}{' '}
            <Difference value={data.difference} of={data} />
          </summary>
          <Table parties={data} difference={buys ? 'Cost difference' : 'Revenue difference'} />
        </details>
      )}
      {data.followers.length > 0 && <Followers followers={data.followers} />}
    </>
  )
}

/** Their rates are computed again when the import is applied. */
function Followers({ followers }: Pick<RateImportParties, 'followers'>) {
  return (
    <details className={styles.parties}>
      <summary>
        {count(followers.length, 'tariff follows', 'tariffs follow')} it and{' '}
        {followers.length === 1 ? 'changes' : 'change'} too:{' '}
        {followers.map(({ name }) => name).join(', ')}
      </summary>
      <ScrollBox label="Tariffs that follow it">
        <table className={styles.table}>
          <TableHead columns={['Tariff', 'Used by']} />
          <tbody>
            {followers.map(({ id, name, accounts, accounts_count }) => (
              <tr key={id}>
                <td>
                  <Link to={paths.admin.tariffRates(id).list}>{name}</Link>
                </td>
                <td>
                  {accounts_count === 0 && 'no account'}
                  {accounts.map((account, at) => (
                    <Fragment key={account.id}>
                      {at > 0 && ', '}
                      <Link to={accountPath(account)}>{account.name}</Link>
                    </Fragment>
                  ))}
                  {accounts_count > accounts.length &&
                    ` and ${formatDecimal(accounts_count - accounts.length)} more`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  )
}

interface TableProps {
  readonly parties: RateImportParties
  readonly difference: string
}

function Table({ parties: { parties, currency, count: all }, difference }: TableProps) {
  const columns = columnsWith(difference)
  return (
    <ScrollBox label="Accounts that use the tariff">
      <table className={styles.table}>
        <TableHead columns={columns} />
        <tbody>
          {parties.map((party) => (
            <tr key={party.id}>
              <td>
                <Link to={accountPath(party)}>{party.name}</Link>
              </td>
              <td>{KINDS[party.kind]}</td>
              <td className={styles.number}>{formatDecimal(party.calls)}</td>
              <td className={styles.number}>{formatDuration(party.billed_seconds)}</td>
              <td className={styles.number}>
                <Amount value={party.difference} currency={currency} />
              </td>
            </tr>
          ))}
          {all > parties.length && (
            <tr>
              <td colSpan={columns.length}>and {formatDecimal(all - parties.length)} more</td>
            </tr>
          )}
        </tbody>
      </table>
    </ScrollBox>
  )
}

interface DifferenceProps {
  readonly value: RateImportParties['difference']
  readonly of: RateImportParties
}

function Difference({ value, of: { currency } }: DifferenceProps) {
  if (value === 0) return 'the same.'
  const size = (value < 0 ? -value : value) as typeof value
  return (
    <>
      <Amount value={size} currency={currency} /> {value < 0 ? 'less' : 'more'}.
    </>
  )
}
