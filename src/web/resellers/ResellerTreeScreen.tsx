// The children of a reseller: its resellers and clients, theirs once a row is opened, and so on
// down.
import { getReseller } from '#contract/accounts/resellers.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { ResellerTree } from './ResellerTree.tsx'

interface Named {
  readonly id: number
  readonly name: string
}

export default function ResellerTreeScreen({ level }: { level: number }) {
  const id = useIdParam() ?? 0
  const reseller = useOne(getReseller, { params: { id } })
  return <Loaded query={reseller}>{(found) => <Children level={level} reseller={found} />}</Loaded>
}

function Children({ level, reseller: { id, name } }: { level: number; reseller: Named }) {
  const { list, edit } = paths.admin.resellers(level)
  return (
    <div className="page-scroll">
      <Breadcrumb
        trail={[
          { label: `Level ${level} resellers`, to: list },
          { label: name, to: edit(id) },
        ]}
      />
      <div className="page-title">
        <h1>Children of {name}</h1>
      </div>
      <ResellerTree label={`Children of ${name}`} reseller_id={id} />
    </div>
  )
}
