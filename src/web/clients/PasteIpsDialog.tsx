// Puts many addresses on the IP list at once: one per line, looked at before they are added.
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { createClientIp } from '#contract/ip-list.ts'
import { alert } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { StatusDot } from '../ui/Badge.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { count } from '../ui/format.ts'
import { NEW_IP } from './ip-words.ts'
import styles from './PasteIpsDialog.module.css'
import { type PastedLine, parseLines, type Source, wideNetwork, writeSource } from './source.ts'

const LINES_AT_MOST = 500

interface PasteIpsDialogProps {
  readonly account_id?: number | undefined
  readonly onClose: () => void
}

type GoodLine = PastedLine & { readonly source: Source }
const isGood = (line: PastedLine): line is GoodLine => line.source !== undefined && !line.isRepeated

export function PasteIpsDialog(props: PasteIpsDialogProps) {
  const [account_id, setAccount] = useState(props.account_id ?? null)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [adding, setAdding] = useState(false)
  const [noClient, setNoClient] = useState(false)
  const create = useChange(createClientIp, { errors: 'form' })
  const lines = parseLines(text)
  const good = lines.filter(isGood)
  const tooMany = lines.length > LINES_AT_MOST

  /** What the server refuses stays in the field, with its reason; what it took is gone from it. */
  const addAll = async (owner: number) => {
    setAdding(true)
    const failures = new Map<string, string>()
    for (const { text: line, source, description } of good) {
      try {
        const body = { ...NEW_IP, ...source, description, account_id: owner }
        await create.mutateAsync({ body })
      } catch (error) {
        failures.set(line, reasonOf(error))
      }
    }
    setAdding(false)
    const added = good.length - failures.size
    if (added > 0) alert.success(`${count(added, 'address', 'addresses')} added.`)
    const left = lines.filter((line) => !isGood(line) || failures.has(line.text))
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
            {good.length === 0 ? 'Add' : `Add ${count(good.length, 'address', 'addresses')}`}
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
        error={tooMany && `At most ${LINES_AT_MOST} lines.`}
      />
      {lines.length > 0 && !tooMany && <Preview lines={lines} refused={refused} />}
    </Dialog>
  )
}

/** The words about the field say more than those about the form. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields) : []
  return first ?? messageOf(error)
}

interface PreviewProps {
  readonly lines: readonly PastedLine[]
  readonly refused: ReadonlyMap<string, string>
}

function Preview({ lines, refused }: PreviewProps) {
  return (
    <div className={styles.preview}>
      <table aria-label="Preview">
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Description</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand there twice.
            <tr key={at}>
              <td className="mono">{line.source ? writeSource(line.source) : line.text}</td>
              <td>{line.description}</td>
              <td>
                <Result line={line} refusal={refused.get(line.text)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Result({ line, refusal }: { line: PastedLine; refusal: string | undefined }) {
  if (!line.source) return <StatusDot tone="danger">Invalid address</StatusDot>
  if (line.isRepeated) return <StatusDot tone="neutral">Duplicate line</StatusDot>
  if (refusal) return <StatusDot tone="danger">{refusal}</StatusDot>
  const warning = wideNetwork(line.source.ip)
  if (warning) {
    return (
      <span title={warning}>
        <StatusDot tone="warning">Wide network</StatusDot>
      </span>
    )
  }
  return <StatusDot tone="success">OK</StatusDot>
}
