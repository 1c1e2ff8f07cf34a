// One line above rules: whether the processes that follow them run, what they have stored, and the
// space left.
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { Failure } from '../ui/Failure.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { WarningNote } from '../ui/WarningNote.tsx'
import { isSpaceFull, type NodeProcess, processesInWords } from './node-process-words.ts'

interface NodeProcessLineProps<State> {
  readonly query: {
    readonly data: State | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** One of the processes in a sentence, such as `tracer`. */
  readonly name: string
  readonly processesOf: (state: State) => readonly NodeProcess[]
  readonly figuresOf: (state: State) => readonly string[]
  /** Said while the space is full. */
  readonly full: string
}

export function NodeProcessLine<State extends Parameters<typeof isSpaceFull>[0]>({
  query: { data, error, refetch },
  name,
  processesOf,
  figuresOf,
  full,
}: NodeProcessLineProps<State>) {
  const maySeeSettings = useMay('settings.view')
  if (data === undefined) {
    return error ? (
      <Failure message={error.message} onRetry={() => void refetch()} />
    ) : (
      <p className="muted">…</p>
    )
  }
  const processes = processesOf(data)
  // A user who does not see all accounts has none.
  if (processes.length === 0) return null
  const { text, where, tone } = processesInWords(name, processes)
  return (
    <>
      <p className="muted">
        <StatusDot tone={tone}>{text}</StatusDot>
        {where} · {figuresOf(data).join(' · ')}
        {maySeeSettings && (
          <>
            {' '}
            · <Link to={paths.admin.settings}>Retention settings</Link>
          </>
        )}
      </p>
      {isSpaceFull(data) && <WarningNote>{full}</WarningNote>}
    </>
  )
}
