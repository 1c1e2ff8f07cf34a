// The list of translations.
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteTranslation,
  getTranslation,
  listTranslations,
  type Translation,
  translationForm,
  updateTranslation,
} from '#contract/translations.ts'
import { getTranslationUses } from '#contract/uses.ts'
import { formValues } from '../forms/form-values.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { blocking, useSetStatus } from '../forms/use-set-status.ts'
import { send } from '../http/client.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { count, formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { STATUSES } from './translation-labels.ts'

const COLUMNS: readonly GridColumn<Translation>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 240,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.translations.edit(row.id)}>{name}</Link>,
  },
  {
    id: 'rules_count',
    header: 'Rules',
    width: 90,
    align: 'end',
    sort: 'rules_count',
    cell: (row) => formatDecimal(row.rules_count),
  },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {labelFor(STATUSES, row.status)}
      </StatusDot>
    ),
  },
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 90,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) => formatDecimal(row.used_by_count),
  },
  {
    id: 'description',
    header: 'Description',
    width: 320,
    cell: (row) => row.description || NONE,
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 160,
    sort: 'created_at',
    cell: (row) => <DateTime at={row.created_at} />,
  },
]

export default function TranslationsScreen() {
  const list = useListScreen(listTranslations)
  const navigate = useNavigate()
  const mayEdit = useMay('translations.edit')
  const remove = useDelete(deleteTranslation, 'translation', { uses: getTranslationUses })
  const setStatus = useSetStatus(updateTranslation, translationForm, async ({ id }) => {
    const translation = await send(getTranslation, { params: { id } })
    return { version: translation.version, values: formValues(translationForm, translation) }
  })
  const { translations } = paths.admin
  const edit = (row: Translation) => void navigate({ to: translations.edit(row.id) })

  const actionsOf = (row: Translation) => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) },
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () => {
        const rules = count(row.rules_count, 'rule', 'rules')
        void remove(row, {
          effect: `Deletes ${rules} too. This cannot be undone.`,
          block:
            row.status === 'active'
              ? () => void setStatus(row, blocking(row.name, 'It is not applied.'))
              : undefined,
        })
      },
    },
  ]

  return (
    <ListPage
      title="Translations"
      name="translations"
      list={list}
      columns={COLUMNS}
      noun={['translation', 'translations']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add translation', to: translations.add } : undefined}
      {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
      empty="No translations yet. A translation rewrites caller and called numbers with rules."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
