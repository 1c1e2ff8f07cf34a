// The imports of a tariff, and the upload of the next file.

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import {
  listRateImports,
  RATE_FILE_FIELDS,
  type RateImport,
} from '#contract/rate-imports/rate-imports.ts'
import { listTariffRates } from '#contract/tariffs/tariff-rates.ts'
import { getTariff, type Tariff } from '#contract/tariffs/tariffs.ts'
import { alert } from '../alerts/alerts.ts'
import * as column from '../columns/common-columns.tsx'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { messageOf } from '../http/api-error.ts'
import { download } from '../http/download.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { Link } from '../session/Link.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { IMPORT_STATE_CHOICES } from './import-labels.ts'
import { UploadFile } from './UploadFile.tsx'

const LOOK_EVERY_MS = 3000

const COLUMNS: readonly GridColumn<RateImport>[] = [
  {
    id: 'file_name',
    header: 'File or bulk change',
    width: 260,
    sort: 'file_name',
    cell: (row) => (
      <Link to={paths.admin.rateImports(row.tariff_id).one(row.id)}>{row.file_name}</Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 140,
    sort: 'state',
    cell: (row) => <StatusLabel choices={IMPORT_STATE_CHOICES} value={row.state} />,
  },
  column.integer('new_count', 'New', 90),
  column.integer('up_count', 'Increases', 100),
  column.integer('down_count', 'Decreases', 100),
  column.integer('removed_count', 'Removed', 100),
  column.integer('invalid_count', 'Invalid', 90),
  column.text('created_by', 'Created by', 130),
  column.time('created_at', 'Created', 160),
  column.text('applied_by', 'Applied by', 130),
  column.time('applied_at', 'Applied', 160, { sort: true }),
  column.time('undone_at', 'Undone', 160, { hidden: true }),
]

/** In the layout that an import reads. */
const exportRates = (tid: number): Promise<void> =>
  download(listTariffRates, {
    params: { tid },
    query: { format: 'csv', state: 'current', always: 'true', fields: RATE_FILE_FIELDS },
  }).catch((error: unknown) => alert.error(messageOf(error), { title: 'The export failed' }))

export default function RateImportsScreen() {
  const tid = useIdParam('tid') ?? 0
  const tariff = useOne(getTariff, { params: { id: tid } })
  return <Loaded query={tariff}>{(found) => <Imports key={tid} tariff={found} />}</Loaded>
}

function Imports({ tariff }: { tariff: Tariff }) {
  const { id: tid, name } = tariff
  const list = useListScreen(listRateImports, { params: { tid }, every_ms: LOOK_EVERY_MS })
  return (
    <ListPage
      title="Imports"
      of={name}
      name="rate-imports"
      breadcrumb={
        <Breadcrumb
          trail={[
            { label: 'Tariffs', to: paths.admin.tariffs.list },
            { label: name, to: paths.admin.tariffs.edit(tid) },
            { label: 'Rates', to: paths.admin.tariffRates(tid).list },
          ]}
        />
      }
      list={list}
      columns={COLUMNS}
      noun={['import', 'imports']}
      tools={
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          onClick={() => void exportRates(tid)}
        >
          Export rates
        </Button>
      }
      empty={`No imports yet in tariff ${name}. Nothing changes before you apply one.`}
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="State" choices={IMPORT_STATE_CHOICES} {...list.bind('state')} />
        </>
      }
    >
      <UploadFile tariff_id={tid} />
    </ListPage>
  )
}
