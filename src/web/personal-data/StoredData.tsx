// The parts of the personal data of one account, with the effect of an erasure on each.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type getPersonalData, listPersonalData } from '#contract/accounts/personal-data.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { PERSONAL_DATA } from '#core/account/personal-data.ts'
import { USER_TYPES } from '../fields/user-types.ts'
import { Loaded, type LoadedProps } from '../forms/Loaded.tsx'
import { useBackgroundExport } from '../lists/export/use-background-export.ts'
import { useMay } from '../session/session.ts'
import plainTable from '../ui/PlainTable.module.css'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import { EraseDialog } from './EraseDialog.tsx'
import styles from './PersonalData.module.css'
import { EFFECT_WORDS, PART_WORDS } from './personal-data-words.ts'

interface StoredDataProps {
  readonly query: LoadedProps<AnswerOf<typeof getPersonalData>>['query']
}

export function StoredData({ query }: StoredDataProps) {
  return (
    <Loaded query={query}>
      {({ account, parts, erasure }) => (
        <section className={styles.stored} aria-label={account.name}>
          <div className={styles.head}>
            <h2>{account.name}</h2>
            <span className="muted">
              {USER_TYPES.find(({ value }) => value === account.kind)?.label}
              {account.deleted_at && (
                <>
                  {' '}
                  · deleted <DateTime at={account.deleted_at} style="minute" />
                </>
              )}
            </span>
            <Actions account={account} isErased={erasure !== null} />
          </div>
          <ScrollBox label="Stored data">
            <table className={plainTable.table} aria-label="Stored data">
              <TableHead columns={['Data', 'Rows', 'Erasure']} />
              <tbody>
                {parts.map(({ part, count, is_exact }) => (
                  <tr key={part}>
                    <td>{PART_WORDS[part]}</td>
                    <td>
                      {is_exact ? '' : 'over '}
                      {formatDecimal(count)}
                    </td>
                    <td>{EFFECT_WORDS[PERSONAL_DATA[part]]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
          <p className="muted">
            Counts are of the database; the file has calls of the archive too. Routing logs, SIP
            messages and recordings of its calls are erased, and are not in the file.
          </p>
        </section>
      )}
    </Loaded>
  )
}

interface ActionsProps {
  readonly account: { readonly id: number; readonly name: string; readonly deleted_at: unknown }
  readonly isErased: boolean
}

function Actions({ account, isErased }: ActionsProps) {
  const [isErasing, setErasing] = useState(false)
  const mayExport = useMay('personal_data.export')
  const mayErase = useMay('personal_data.delete')
  const file = useBackgroundExport(() => {})
  const list = listPersonalData.path.replace(':id', String(account.id))
  const request = () =>
    file.request('json', `Personal data of account ${account.id}`, { list, query: {} })
  const isInUse = account.deleted_at === null
  return (
    <span className={styles.actions}>
      {mayErase && isInUse && !isErased && (
        <span className="muted">Delete the account to erase it.</span>
      )}
      {mayExport && file.isOffered && (
        <Button variant="default" loading={file.isPending} onClick={request}>
          Export
        </Button>
      )}
      {mayErase && !isErased && (
        <Button color="danger" disabled={isInUse} onClick={() => setErasing(true)}>
          Erase…
        </Button>
      )}
      {isErasing && <EraseDialog account={account} onClose={() => setErasing(false)} />}
    </span>
  )
}
