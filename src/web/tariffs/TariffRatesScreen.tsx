import { getTariff } from '#contract/tariffs/tariffs.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { TariffRates } from './TariffRates.tsx'

/** The rates of the tariff in the address. */
export default function TariffRatesScreen() {
  const tid = useIdParam('tid') ?? 0
  const tariff = useOne(getTariff, { params: { id: tid } })
  const { tariffs } = paths.admin
  return (
    <Loaded query={tariff}>
      {(found) => (
        <TariffRates
          key={tid}
          tariff={found}
          head={
            <Breadcrumb
              trail={[
                { label: 'Tariffs', to: tariffs.list },
                { label: found.name, to: tariffs.edit(tid) },
              ]}
            />
          }
        />
      )}
    </Loaded>
  )
}
