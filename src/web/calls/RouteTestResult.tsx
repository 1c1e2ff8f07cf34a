// What came of a test: the outcome, what everybody would pay, the gateways, and every step.
import type { RouteTest } from '#contract/route-tests.ts'
import { Badge } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { formatDuration, formatExactAmount, formatPrice, NONE } from '../ui/format.ts'
import { partyWords, refusalMeaning } from './call-words.ts'
import styles from './RouteTest.module.css'
import { RoutingSteps } from './RoutingSteps.tsx'
import wholeCall from './WholeCall.module.css'

type Party = RouteTest['payers'][number]

interface RouteTestResultProps {
  readonly result: RouteTest
  readonly duration_seconds: number
}

const OUTCOMES = {
  routed: { word: 'Routed', tone: 'success' },
  refused: { word: 'Refused', tone: 'danger' },
  challenged: { word: 'Challenged', tone: 'warning' },
} as const

export function RouteTestResult({ result, duration_seconds }: RouteTestResultProps) {
  const { word, tone } = OUTCOMES[result.outcome]
  const { client_name, called_number, caller_number, at } = result
  return (
    <div className={styles.result}>
      <div className={styles.heading}>
        <h2>
          <Badge tone={tone}>{word}</Badge>
        </h2>
        <p>
          {result.text}
          {result.sip_code !== null && ` Reply to caller: ${result.sip_code} ${result.sip_reason}.`}
        </p>
        <p className="muted">
          {client_name ?? 'Unknown caller'}, {caller_number || 'no number'} to{' '}
          {called_number || NONE}, <DateTime at={at} />
        </p>
      </div>
      {result.routes.length > 0 && (
        <>
          <Money result={result} duration_seconds={duration_seconds} />
          <Routes routes={result.routes} />
        </>
      )}
      {result.steps.length > 0 && (
        <div className={wholeCall.part}>
          <h3>Why</h3>
          <RoutingSteps steps={result.steps} />
        </div>
      )}
    </div>
  )
}

const billedWords = ({ billed_seconds, package_seconds }: Party) =>
  package_seconds > 0 ? `${billed_seconds} s, package ${package_seconds} s` : `${billed_seconds} s`

const longest = (seconds: number | null) => (seconds === null ? NONE : formatDuration(seconds))

function Heads({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {[...names, 'Max duration'].map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const PARTY_HEADS = ['Party', 'Tariff', 'Prefix', 'Rate', 'Billed', 'Net', 'VAT', 'Amount']

function Money({ result, duration_seconds }: RouteTestResultProps) {
  const carrier = result.routes[0]?.buy
  const parties: readonly Party[] = carrier ? [...result.payers, carrier] : result.payers
  return (
    <div className={wholeCall.part}>
      <h3>
        {formatDuration(duration_seconds)} talk time via {result.routes[0]?.gateway_name}
      </h3>
      <div className={wholeCall.scroll}>
        <table className={wholeCall.table}>
          <Heads names={PARTY_HEADS} />
          <tbody>
            {parties.map((party) => (
              <tr key={`${party.depth} ${party.account_id}`}>
                <td>
                  {party.name} <span className="muted">{partyWords(party)}</span>
                </td>
                <td>{party.tariff_name}</td>
                <td className="mono">{party.prefix || '(all)'}</td>
                <td>
                  {formatPrice(party.rate)} {party.currency}
                </td>
                <td>{billedWords(party)}</td>
                <td>{formatExactAmount(party.net)}</td>
                <td>{formatExactAmount(party.vat)}</td>
                <td>{formatExactAmount(party.amount)}</td>
                <td>{longest(party.longest_seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const ROUTE_HEADS = ['Gateway', 'Address', 'Number', 'Caller', 'Codecs', 'Media', 'Cost', 'Margin']

function Routes({ routes }: { routes: RouteTest['routes'] }) {
  return (
    <div className={wholeCall.part}>
      <h3>Gateways in the order tried</h3>
      <div className={wholeCall.scroll}>
        <table className={wholeCall.table}>
          <Heads names={ROUTE_HEADS} />
          <tbody>
            {routes.map((route) => (
              <tr key={route.gateway_id}>
                <td>{route.gateway_name}</td>
                <td className="mono">{route.address}</td>
                <td className="mono">{route.sent_number}</td>
                <td className="mono">{route.sent_caller_number || NONE}</td>
                <td>{route.codecs.join(', ')}</td>
                <td>{route.media_mode === 'PROXY' ? 'relayed' : 'direct'}</td>
                <td>
                  {route.buy
                    ? `${formatExactAmount(route.buy.amount)} ${route.buy.currency}`
                    : NONE}
                </td>
                <td className={route.margin < 0 ? 'danger' : undefined}>
                  {formatExactAmount(route.margin)}
                </td>
                <td title={route.refusal ? refusalMeaning(route.refusal) : undefined}>
                  {route.refusal ? (
                    <Badge tone="danger">none</Badge>
                  ) : (
                    longest(route.longest_seconds)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
