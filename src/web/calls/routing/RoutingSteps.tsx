// Why the call went where it went: the steps of the decision as the engine wrote them down, and the
// evaluated gateways with expected cost and revenue.

import type { WholeCall } from '#contract/calls/call-records.ts'
import { parseMoney, parseRate } from '#core/money.ts'
import { exclusionText } from '#core/routing/exclusions.ts'
import { paths, withSearch } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import { useMay, useUser } from '../../session/session.ts'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { TableHead } from '../../ui/TableHead.tsx'
import { Price } from '../../ui/values/Amount.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { formatExactAmount, NONE } from '../../ui/values/format.ts'
import styles from '../WholeCall.module.css'

type Step = WholeCall['steps'][number]

interface RoutingStepsProps {
  readonly steps: readonly Step[]
  readonly deck?: WholeCall['deck_destination'] | undefined
}

export function RoutingSteps({ steps, deck }: RoutingStepsProps) {
  if (steps.length === 0) {
    return <p className="muted">No routing log for this call.</p>
  }
  const gateways = steps.filter((step) => step.step === 'GATEWAY')
  const first = gateways[0]
  return (
    <ol className={styles.steps}>
      {steps.map((step, i) => {
        if (step === first) return <Gateways key="gateways" steps={gateways} />
        if (step.step === 'GATEWAY') return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place.
          <li key={i} data-result={step.result}>
            {step.text}
            {step.step === 'NO_RATE' && <AddRate facts={step.facts} prefix={deck?.prefix} />}
          </li>
        )
      })}
    </ol>
  )
}

/** To the form that mends it, for those who may. */
function AddRate({ facts, prefix }: Pick<Step, 'facts'> & { prefix: string | undefined }) {
  const may = useMay('tariffs.edit')
  const { tariff, tariff_id } = facts
  if (!may || typeof tariff_id !== 'number') return null
  const form = paths.admin.tariffRates(tariff_id).add
  return (
    <>
      {' '}
      <Link to={prefix ? withSearch(form, { prefix }) : form}>Add a rate to {tariff}</Link>
    </>
  )
}

function Gateways({ steps }: { steps: readonly Step[] }) {
  const { currency } = useUser()
  return (
    <li>
      Gateways:
      <ScrollBox label="Gateways">
        <table className={styles.table}>
          <TableHead
            columns={[
              'Gateway',
              'Outcome',
              'Prefix',
              { name: 'Buy rate', className: styles.end },
              { name: `Cost (est.), ${currency}`, className: styles.end },
              { name: `Revenue (est.), ${currency}`, className: styles.end },
              `Sort key, costs in ${currency}`,
            ]}
          />
          <tbody>
            {steps.map(({ facts, result }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rules may name one gateway.
              <tr key={i}>
                <td>
                  <GatewayName facts={facts} />
                </td>
                <td>
                  {result === 'EXCLUDED' ? (
                    <Badge tone="warning">excluded: {exclusionText(String(facts.exclusion))}</Badge>
                  ) : (
                    <Badge tone="success">eligible</Badge>
                  )}
                </td>
                <td className="mono">{prefixOf(facts.prefix)}</td>
                <td className={styles.end}>
                  <Price value={rateOf(facts.rate)} currency={textOf(facts.rate_currency)} />
                </td>
                <td className={styles.end}>{moneyOf(facts.cost)}</td>
                <td className={styles.end}>{moneyOf(facts.price)}</td>
                <td>{facts.ordered_by ?? NONE}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </li>
  )
}

function GatewayName({ facts: { gateway, gateway_id } }: Pick<Step, 'facts'>) {
  if (typeof gateway_id !== 'number' || gateway_id <= 0) return gateway
  return <Link to={paths.admin.gateways.edit(gateway_id)}>{gateway}</Link>
}

type Fact = Step['facts'][string] | undefined

const prefixOf = (fact: Fact) => (typeof fact === 'string' ? fact || '(all)' : NONE)

const moneyOf = (fact: Fact) =>
  formatExactAmount(typeof fact === 'string' ? (parseMoney(fact) ?? null) : null)

const textOf = (fact: Fact) => (typeof fact === 'string' ? fact : null)

const rateOf = (fact: Fact) => (typeof fact === 'string' ? (parseRate(fact) ?? null) : null)
