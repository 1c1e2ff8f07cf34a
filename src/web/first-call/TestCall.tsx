// The end of the guided set-up: the route of a number by the real decision, how to make the call,
// and the call itself as soon as it comes.
import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FirstCall } from '#contract/first-call/first-call.ts'
import { type RouteTest, testRoute } from '#contract/routing/route-tests.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { useSees } from '../session/session.ts'
import type { Thing } from '../shell/first-call-steps.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { formatExactAmount, formatPrice } from '../ui/values/format.ts'
import { CallWatch } from './CallWatch.tsx'
import styles from './FirstCall.module.css'
import { MakeCall } from './MakeCall.tsx'

const TALK_SECONDS = 60

export function TestCall({ steps }: Pick<FirstCall, 'steps'>) {
  const ready = steps.find(({ step }) => step === 'call')?.things ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [number, setNumber] = useState('')
  const client = ready.find(({ id }) => String(id) === chosen) ?? ready[0]
  if (!client) return null
  return (
    <section className={styles.test} aria-label="Test call">
      <h2>Test call</h2>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setNumber(typed.trim())
        }}
      >
        <Select
          label="Client"
          allowDeselect={false}
          data={ready.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(client.id)}
          onChange={setChosen}
        />
        <TextInput
          label="Dialled number"
          description="With the tech prefix, if the address has one"
          placeholder="442071838750"
          classNames={{ input: 'mono' }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          Test the route
        </Button>
      </form>
      {number !== '' && <Answer client={client} number={number} />}
      <MakeCall client={client} number={number} />
      <CallWatch client={client} />
    </section>
  )
}

interface AnswerProps {
  readonly client: Thing
  readonly number: string
}

function Answer({ client, number }: AnswerProps) {
  const form = {
    by: 'client' as const,
    client_id: client.id,
    source_ip: '',
    source_port: 5060,
    transport: 'UDP' as const,
    username: '',
    dialled_number: number,
    caller_number: '',
    at: null,
    duration_seconds: TALK_SECONDS,
  }
  const { data, error } = useQuery({
    queryKey: ['route-tests', form],
    queryFn: ({ signal }) => send(testRoute, { body: form }, signal),
    retry: false,
    gcTime: 0,
  })
  if (error) {
    return (
      <p role="alert" className="danger">
        {messageOf(error)}
      </p>
    )
  }
  if (!data) return null
  return (
    <div className={styles.answer} role="status">
      <p>
        <Badge tone={data.outcome === 'routed' ? 'success' : 'danger'}>
          {data.outcome === 'routed' ? 'Routed' : 'Refused'}
        </Badge>{' '}
        {data.text}
      </p>
      {data.outcome === 'routed' && <Charge result={data} />}
      <ListLink
        to={paths.admin.routeTester}
        filters={{ client_id: client.id, dialled_number: number }}
      >
        Every step in the route tester
      </ListLink>
    </div>
  )
}

/** The charge of the client for a call of one minute, and the gateways that route it. */
function Charge({ result: { routes, payers } }: { result: RouteTest }) {
  const payer = useSees('sale') ? payers[0] : undefined
  return (
    <>
      <p>Gateways in this order: {routes.map(({ gateway_name }) => gateway_name).join(', ')}.</p>
      {payer && (
        <p>
          {payer.name} pays {formatPrice(payer.rate)} {payer.rate_currency} per minute by{' '}
          <span className="mono">{payer.prefix || '(all)'}</span> {payer.destination};{' '}
          {TALK_SECONDS} seconds cost {formatExactAmount(payer.amount)} {payer.currency}
          {payer.vat > 0 && ' with VAT'}.
        </p>
      )}
    </>
  )
}
