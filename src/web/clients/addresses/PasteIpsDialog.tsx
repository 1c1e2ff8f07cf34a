// Puts many addresses on the IP list at once: one per line, looked at before they are added.
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { createClientIp, SOURCES_MAX } from '#contract/accounts/ip-list.ts'
import { NEW_IP } from '#contract/blank-forms.ts'
import { alert } from '../../alerts/alerts.ts'
import { fieldMessageOf, messageOf } from '../../http/api-error.ts'
import { useChange } from '../../http/use-endpoint.ts'
import { AccountPicker } from '../../pickers/pickers.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { count } from '../../ui/values/format.ts'
import { PastePreview } from './PastePreview.tsx'
import { type PastedLine, parseLines, type Source, sizeLabel } from './source.ts'
import { type CheckedLines, useCheckedLines } from './use-checked-lines.ts'

interface PasteIpsDialogProps {
  readonly account_id?: number | undefined
  readonly onClose: () => void
}

type GoodLine = PastedLine & { readonly source: Source }

/** Lines that are already on the list, or are not checked yet, are not added. */
const goodOf = (lines: readonly PastedLine[], { of, error }: CheckedLines): GoodLine[] =>
  lines.filter((line): line is GoodLine => {
    if (!line.source || line.isRepeated) return false
    const answer = of(line.source)
    return answer ? answer.same === null : error !== null
  })

/** `3 addresses and 1 network` */
function countLabel(lines: readonly GoodLine[]): string {
  const networks = lines.filter(({ source }) => sizeLabel(source.ip) !== undefined).length
  const addresses = lines.length - networks
  return [
    ...(addresses > 0 ? [count(addresses, 'address', 'addresses')] : []),
    ...(networks > 0 ? [count(networks, 'network', 'networks')] : []),
  ].join(' and ')
}

export function PasteIpsDialog(props: PasteIpsDialogProps) {
  const [account_id, setAccount] = useState(props.account_id ?? null)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [adding, setAdding] = useState(false)
  const [noClient, setNoClient] = useState(false)
  const create = useChange(createClientIp, {
    errors: 'form',
    also: ['wholesale-clients'],
  })
  const lines = parseLines(text)
  const tooMany = lines.length > SOURCES_MAX
  const checked = useCheckedLines(lines)
  const good = goodOf(lines, checked)

  /** Lines that the server refuses stay in the field, with the reason; added lines are removed. */
  const addAll = async (owner: number) => {
    setAdding(true)
    const failures = new Map<string, string>()
    for (const { text: line, source, description } of good) {
      try {
        const body = { ...NEW_IP, ...source, description, account_id: owner }
        await create.mutateAsync({ body })
      } catch (error) {
        failures.set(line, fieldMessageOf(error))
      }
    }
    setAdding(false)
    const added = good.filter((line) => !failures.has(line.text))
    if (added.length > 0) alert.success(`${countLabel(added)} added.`)
    const left = lines.filter((line) => !added.some((one) => one === line))
    setRefused(failures)
    setText(left.map((line) => line.text).join('\n'))
    if (left.length === 0) props.onClose()
  }

  return (
    <Dialog
      title="Add addresses"
      onClose={props.onClose}
      width={620}
      footer={
        <>
          <Button variant="subtle" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            loading={adding}
            disabled={good.length === 0 || tooMany}
            onClick={() => {
              setNoClient(account_id === null)
              if (account_id !== null) void addAll(account_id)
            }}
          >
            {good.length === 0 ? 'Add' : `Add ${countLabel(good)}`}
          </Button>
        </>
      }
    >
      {props.account_id === undefined && (
        <AccountPicker
          label="Client"
          type="WHOLESALE"
          value={account_id}
          onChange={setAccount}
          error={noClient && account_id === null && 'Required.'}
        />
      )}
      <Textarea
        label="One address per line"
        description="Text after the address becomes its description."
        placeholder={'192.0.2.7:5060/udp  main office\n192.0.2.0/28'}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={tooMany && `At most ${SOURCES_MAX} lines.`}
      />
      {checked.error && (
        <p role="alert" className="danger">
          {messageOf(checked.error)}
        </p>
      )}
      {lines.length > 0 && !tooMany && (
        <PastePreview lines={lines} refused={refused} checked={checked} account_id={account_id} />
      )}
    </Dialog>
  )
}
