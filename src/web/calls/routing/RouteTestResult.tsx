// The result of a test: outcome, charges of all payers, gateways, and every step.

import type { RouteTest } from '#contract/routing/route-tests.ts'
import { ListLink } from '../../lists/ListLink.tsx'
import { accountPath } from '../../navigation/account-path.ts'
import { paths } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import { useSees, useUser } from '../../session/session.ts'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { TableHead } from '../../ui/TableHead.tsx'
import { Price } from '../../ui/values/Amount.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { formatDuration, formatExactAmount, NONE } from '../../ui/values/format.ts'
import { partyLabel, refusalMeaning } from '../call-labels.ts'
import wholeCall from '../WholeCall.module.css'
import { prefixWarning } from './prefix-warning.ts'
import styles from './RouteTest.module.css'
import { RoutingSteps } from './RoutingSteps.tsx'

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
  const { client, called_number, caller_number, at } = result
  const isOperator = useSees('operations')
  const routes = isOperator ? result.routes : []
  const warning = prefixWarning(routes)
  const seesSteps = useSees('earnings')
  return (
    <div className={styles.result}>
      <div className={styles.heading}>
        <h2>
          <Badge tone={tone}>{word}</Badge>
        </h2>
        <p>
          {result.text}
          {isOperator &&
            result.sip_code !== null &&
            ` Reply to caller: ${result.sip_code} ${result.sip_reason}.`}
        </p>
        <p className="muted">
          {client ? (
            <Link to={accountPath({ ...client, level: null })}>{client.name}</Link>
          ) : (
            'Unknown caller'
          )}
          , {caller_number || 'no caller number'} to {called_number || NONE}, <DateTime at={at} />
        </p>
      </div>
      {warning && (
        <p role="note" className={styles.warning}>
          {warning}
        </p>
      )}
      <Money result={result} routes={routes} duration_seconds={duration_seconds} />
      {routes.length > 0 && <Routes routes={routes} currency={result.currency} />}
      {seesSteps && result.steps.length > 0 && (
        <div className={wholeCall.part}>
          <h3>Why</h3>
          <RoutingSteps steps={result.steps} />
        </div>
      )}
    </div>
  )
}

const billedLabel = ({ billed_seconds, package_seconds }: Party) =>
  package_seconds > 0 ? `${billed_seconds} s, package ${package_seconds} s` : `${billed_seconds} s`

const longest = (seconds: number | null) => (seconds === null ? NONE : formatDuration(seconds))

const numbers = (...names: readonly string[]) =>
  names.map((name) => ({ name, className: wholeCall.end }))

function PartyLink({ party }: { party: Party }) {
  const isOwn = useUser().account_id === party.account_id
  if (isOwn) return party.name
  return <Link to={accountPath({ ...party, id: party.account_id })}>{party.name}</Link>
}

const PARTY_COLUMNS = [
  ...['Party', 'Tariff', 'Prefix'],
  ...numbers('Rate', 'Billed', 'Net', 'VAT', 'Amount'),
  'Currency',
]

interface MoneyProps extends RouteTestResultProps {
  readonly routes: RouteTest['routes']
}

function Money({ result, routes, duration_seconds }: MoneyProps) {
  const seesSale = useSees('sale')
  const seesOwnCost = useSees('reseller_cost')
  const payers = seesSale || seesOwnCost ? result.payers : []
  const own_id = useUser().account_id
  const settlement = routes[0]?.buy
  const parties: readonly Party[] = settlement ? [...payers, settlement] : payers
  // Without the right to see margins they are undefined.
  const hasMargins = parties.some(({ margin }) => typeof margin === 'number')
  if (parties.length === 0) return null
  return (
    <div className={wholeCall.part}>
      <h3>
        {formatDuration(duration_seconds)} talk time
        {routes[0] && ` via ${routes[0].gateway_name}`}
      </h3>
      <ScrollBox label="Money">
        <table className={wholeCall.table}>
          <TableHead
            columns={[
              ...PARTY_COLUMNS,
              ...numbers(...(hasMargins ? ['Margin'] : []), 'Max duration'),
            ]}
          />
          <tbody>
            {parties.map((party) => (
              <tr key={`${party.depth} ${party.account_id}`}>
                <td>
                  <PartyLink party={party} />{' '}
                  <span className="muted">
                    {party.account_id === own_id ? 'Own account' : partyLabel(party)}
                  </span>
                </td>
                <td>
                  <ListLink
                    to={paths.admin.tariffRates(party.tariff_id).list}
                    filters={{ number: result.called_number, state: 'active' }}
                  >
                    {party.tariff_name}
                  </ListLink>
                </td>
                <td>
                  <span className="mono">{party.prefix || '(all)'}</span>{' '}
                  <span className="muted">{party.destination}</span>
                </td>
                <td className={wholeCall.end}>
                  <Price value={party.rate} currency={party.rate_currency} />
                </td>
                <td className={wholeCall.end}>{billedLabel(party)}</td>
                <td className={wholeCall.end}>{formatExactAmount(party.net)}</td>
                <td className={wholeCall.end}>{formatExactAmount(party.vat)}</td>
                <td className={wholeCall.end}>{formatExactAmount(party.amount)}</td>
                <td>{party.currency}</td>
                {hasMargins && <td className={wholeCall.end}>{formatExactAmount(party.margin)}</td>}
                <td className={wholeCall.end}>{longest(party.longest_seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}

const ROUTE_COLUMNS = ['Gateway', 'Address', 'Number', 'Caller', 'Codecs', 'Media']
const COST_COLUMNS = ['Prefix', ...numbers('Rate', 'Cost'), 'Currency']

function Routes({ routes, currency }: { routes: RouteTest['routes']; currency: string }) {
  const seesCost = useSees('purchase')
  const seesMargin = useSees('earnings')
  const columns = [
    ...ROUTE_COLUMNS,
    ...(seesCost ? COST_COLUMNS : []),
    ...numbers(...(seesMargin ? ['Margin'] : []), 'Max duration'),
  ]
  return (
    <div className={wholeCall.part}>
      <h3>Gateways in the order tried</h3>
      <ScrollBox label="Gateways in the order tried">
        <table className={wholeCall.table}>
          <TableHead columns={columns} />
          <tbody>
            {routes.map((route) => (
              <tr key={route.gateway_id}>
                <td>
                  {route.gateway_id > 0 ? (
                    <Link to={paths.admin.gateways.edit(route.gateway_id)}>
                      {route.gateway_name}
                    </Link>
                  ) : (
                    route.gateway_name
                  )}
                </td>
                <td className="mono">{route.address}</td>
                <td className="mono">{route.sent_number}</td>
                <td className="mono">{route.sent_caller_number || NONE}</td>
                <td>{route.codecs.join(', ')}</td>
                <td>{route.media_mode === 'PROXY' ? 'Relayed' : 'Direct'}</td>
                {seesCost && <Cost buy={route.buy} />}
                {seesMargin && (
                  <td className={`${wholeCall.end} ${route.margin < 0 ? 'danger' : ''}`}>
                    {formatExactAmount(route.margin)} {currency}
                  </td>
                )}
                <td
                  className={wholeCall.end}
                  title={route.refusal ? refusalMeaning(route.refusal) : undefined}
                >
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
      </ScrollBox>
    </div>
  )
}

const Cost = ({ buy }: { buy: Party | null }) => (
  <>
    <td className="mono">{buy ? buy.prefix || '(all)' : NONE}</td>
    <td className={wholeCall.end}>
      <Price value={buy?.rate ?? null} currency={buy?.rate_currency ?? null} />
    </td>
    <td className={wholeCall.end}>{formatExactAmount(buy?.amount ?? null)}</td>
    <td>{buy?.currency ?? NONE}</td>
  </>
)
