// The list of translations.
import {
  deleteTranslation,
  getTranslation,
  listTranslations,
  type Translation,
  translationForm,
  updateTranslation,
} from '#contract/translations.ts'
import { getTranslationUses } from '#contract/uses.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import {
  CREATED,
  countColumn,
  nameColumn,
  statusColumn,
  textColumn,
} from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { wholeBy } from '../forms/use-set-status.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { count } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'

const COLUMNS: readonly GridColumn<Translation>[] = [
  nameColumn(240, paths.admin.translations.edit),
  countColumn('rules_count', 'Rules', 90, { sort: true }),
  statusColumn(110),
  countColumn('used_by_count', 'Used by', 90, { sort: true }),
  textColumn('description', 'Description', 320),
  { ...CREATED, hidden: false },
]

export default function TranslationsScreen() {
  const list = useListScreen(listTranslations)
  const { translations } = paths.admin
  const { block } = useStatusActions(
    updateTranslation,
    translationForm,
    { block: 'It is not applied.' },
    wholeBy(getTranslation, translationForm),
  )
  const rows = useRowActions<Translation>({
    of: 'translations',
    add: { label: 'Add translation', to: translations.add },
    edit: useOpen(translations.edit),
    remove: {
      endpoint: deleteTranslation,
      noun: 'translation',
      uses: getTranslationUses,
      effect: ({ rules_count }) =>
        `Deletes ${count(rules_count, 'rule', 'rules')} too. This cannot be undone.`,
      block,
    },
  })

  return (
    <ListPage
      title="Translations"
      name="translations"
      list={list}
      columns={COLUMNS}
      noun={['translation', 'translations']}
      {...rows}
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
