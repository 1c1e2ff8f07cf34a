// Names of the file that the code deck lacks, and their addition to it.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listRateImportNames } from '#contract/rate-imports/rate-imports.ts'
import { importCodeDeck } from '#contract/tariffs/code-deck.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { count } from '../ui/values/format.ts'
import styles from './RateImport.module.css'

export function NewNames({ id }: { id: number }) {
  const may = useMay('code_deck.bulk')
  const [isOpen, setOpen] = useState(false)
  const { data = [] } = useOne(listRateImportNames, { params: { id } }, { enabled: may })
  if (data.length === 0) return null
  return (
    <p>
      {count(data.length, 'name', 'names')} of the file {data.length === 1 ? 'is' : 'are'} not in
      the code deck.{' '}
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        Add to the code deck…
      </Button>
      {isOpen && <NamesDialog names={data} onClose={() => setOpen(false)} />}
    </p>
  )
}

type Names = AnswerOf<typeof listRateImportNames>
type Name = Names[number]

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const linesOf = ({ prefixes, country_iso2, destination }: Name): string[] =>
  prefixes.map((prefix) => `${prefix},${country_iso2},${quoted(destination)}`)

const PREFIXES_SHOWN = 6

function NamesDialog({ names, onClose }: { names: Names; onClose: () => void }) {
  const [left_out, leaveOut] = useState<readonly Name[]>([])
  const chosen = names.filter((name) => !left_out.includes(name))
  const add = useChange(importCodeDeck, {
    also: ['rate-imports'],
    done: 'Added to the code deck.',
    onDone: onClose,
  })
  const toggle = (name: Name) =>
    leaveOut(left_out.includes(name) ? left_out.filter((one) => one !== name) : [...left_out, name])
  const lines = chosen.flatMap(linesOf)
  return (
    <Dialog
      title="Add to the code deck"
      width={720}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={add.isPending}
            disabled={lines.length === 0}
            onClick={() => add.mutate({ body: { text: lines.join('\n'), dry_run: false } })}
          >
            Add {count(lines.length, 'prefix', 'prefixes')}
          </Button>
        </>
      }
    >
      <ScrollBox label="New names">
        <table className={styles.table}>
          <TableHead columns={['Destination', 'Country', 'So far', 'Prefixes']} />
          <tbody>
            {names.map((name) => (
              <tr key={`${name.country_iso2} ${name.destination}`}>
                <td>
                  <Checkbox
                    label={name.destination}
                    checked={!left_out.includes(name)}
                    onChange={() => toggle(name)}
                  />
                </td>
                <td>{name.country_iso2}</td>
                <td>{name.deck_name}</td>
                <td className="mono">
                  {name.prefixes.slice(0, PREFIXES_SHOWN).join(', ')}
                  {name.prefixes.length > PREFIXES_SHOWN &&
                    ` and ${name.prefixes.length - PREFIXES_SHOWN} more`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Dialog>
  )
}
