import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { TariffRates } from './TariffRates.tsx'

interface OwnTariffScreenProps {
  readonly title?: string
}

/** The rates by which the calls of the user are charged. */
export default function OwnTariffScreen({ title = 'Tariff Rates' }: OwnTariffScreenProps) {
  const tariffs = useOne(listTariffs, { query: { limit: 1, charges_own: 'true' } })
  return (
    <Loaded query={tariffs}>
      {([tariff]) =>
        tariff ? (
          <TariffRates
            tariff={tariff}
            title={title}
            isOwn
            head={
              <span className="muted">
                Tariff {tariff.name}. Amounts in {tariff.currency}, excl. VAT.
              </span>
            }
          />
        ) : (
          <div className="page">
            <h1>{title}</h1>
            <p>Your account has no tariff yet.</p>
          </div>
        )
      }
    </Loaded>
  )
}
