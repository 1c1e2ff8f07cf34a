// The list of translations.

import { getTranslationUses } from '#contract/console/uses.ts'
import {
  deleteTranslation,
  getTranslation,
  listTranslations,
  type Translation,
  updateTranslation,
} from '#contract/routing/translations.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { count } from '../ui/values/format.ts'

const COLUMNS: readonly GridColumn<Translation>[] = [
  column.name(240, paths.admin.translations.edit),
  column.integer('rules_count', 'Rules', 90, { sort: true }),
  column.status(110),
  column.integer('used_by_count', 'Used by', 90, { sort: true }),
  column.text('description', 'Description', 320),
  { ...column.created, hidden: false },
]

export default function TranslationsScreen() {
  const list = useListScreen(listTranslations)
  const { block } = useStatusActions(
    updateTranslation,
    { block: 'It is not applied.' },
    { get: getTranslation },
  )
  const rows = useRowActions<Translation>({
    noun: 'translation',
    of: 'translations',
    pages: paths.admin.translations,
    remove: {
      endpoint: deleteTranslation,
      uses: getTranslationUses,
      effect: ({ rules_count }) =>
        `Deletes ${count(rules_count, 'rule', 'rules')} too. This cannot be undone.`,
      block,
    },
  })

  return (
    <ListPage
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
