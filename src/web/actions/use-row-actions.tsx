// The actions on the rows of a list: edit and delete, and those that only a list of its kind has.
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Action, Permission, Resource } from '#core/permission/permission.ts'
import { type UsesEndpoint, useDelete } from '../forms/use-delete.tsx'
import { useUser } from '../session/session.ts'
import { useMayOpen } from '../session/use-may-open.ts'
import type { RowAction } from '../ui/grid/column.ts'

/** The fields of a row that `useDelete` reads, unless `Removal` gives them. */
interface Known {
  readonly id?: number
  readonly name?: string
}

interface Removal<Row> {
  readonly endpoint: Endpoint
  readonly uses?: UsesEndpoint
  /** Where it is not the field `name`. */
  readonly name?: (row: Row) => string
  /** More than the id, where the path has more. */
  readonly params?: (row: Row) => Readonly<Record<string, unknown>>
  readonly effect: string | ((row: Row) => string)
  /** Blocks it instead; undefined where it is blocked. */
  readonly block?: (row: Row) => (() => void) | undefined
  readonly unless?: (row: Row) => boolean
}

interface Options<Row> {
  /** In a sentence: tariff, gateway, rate. */
  readonly noun: string
  /** The resource of the rows: each action needs its own permission. */
  readonly of?: Resource
  /** The resource that the rows are part of: all actions need the permission to edit it. */
  readonly partOf?: Resource
  /** The pages of the form; a list without them gives `add` and `edit`. */
  readonly pages?: { readonly add: string; readonly edit: (id: number) => string }
  readonly edit?: (row: Row) => void
  /** Rows that are seen and not changed, though the user has the right to change others. */
  readonly isReadOnly?: (row: Row) => boolean
  /** The action of a click on a row, where it is not to edit it. */
  readonly open?: (row: Row) => void
  readonly add?: { readonly label: string; readonly to: string | (() => void) }
  /** Before Edit, also for users who may only view. */
  readonly first?: (row: Row) => readonly RowAction[]
  /** After Edit, also for users who may only view. */
  readonly always?: (row: Row) => readonly RowAction[]
  /** Before Delete. */
  readonly more?: (row: Row) => readonly RowAction[]
  readonly remove: Removal<Row>
}

export interface RowProps<Row> {
  readonly add?: NonNullable<Options<Row>['add']>
  readonly onOpen?: (row: Row) => void
  readonly actions?: (row: Row) => readonly RowAction[]
}

/** Properties of the list: it has none of what the user may not do. */
export function useRowActions<Row extends Known>(options: Options<Row>): RowProps<Row> {
  const { noun, pages, open, first, always, more, isReadOnly } = options
  const navigate = useNavigate()
  const toForm = pages && (({ id }: Row) => void navigate({ to: pages.edit(id ?? 0) }))
  const { edit = toForm, add = pages && { label: `Add ${noun}`, to: pages.add } } = options
  const { permissions } = useUser()
  const may = (action: Action) =>
    permissions.includes(
      (options.partOf ? `${options.partOf}.edit` : `${options.of}.${action}`) as Permission,
    )
  const mayEdit = may('edit')
  const mayOpen = useMayOpen()
  const view = !mayEdit && pages && mayOpen(pages.edit(1)) ? toForm : undefined
  const mayDelete = may('delete')
  const removeAction = useRemoveAction(noun, options.remove)
  const changesOf = (row: Row): readonly RowAction[] => [
    ...(mayEdit ? (more?.(row) ?? []) : []),
    ...(mayDelete ? removeAction(row) : []),
  ]
  const actions = (row: Row): readonly RowAction[] => [
    ...(first?.(row) ?? []),
    ...(mayEdit && edit && !isReadOnly?.(row) ? [editAction(() => edit(row))] : []),
    ...(view ? [viewAction(() => view(row))] : []),
    ...(always?.(row) ?? []),
    ...(isReadOnly?.(row) ? [] : changesOf(row)),
  ]
  const onOpen = open ?? (mayEdit ? edit : view)
  return {
    ...(may('create') && add && { add }),
    ...(onOpen && { onOpen }),
    ...((mayEdit || view || mayDelete || first || always) && { actions }),
  }
}

const editAction = (onClick: () => void): RowAction => ({
  label: 'Edit',
  icon: <IconPencil size={15} />,
  onClick,
})

/** The form of what one may not change opens all the same. */
const viewAction = (onClick: () => void): RowAction => ({
  label: 'View',
  icon: <IconEye size={15} />,
  onClick,
})

function useRemoveAction<Row extends Known>(noun: string, removal: Removal<Row>) {
  const { endpoint, uses, name, params, effect, block, unless } = removal
  const remove = useDelete(endpoint, noun, uses && { uses })
  const ask = (row: Row) =>
    remove(
      { ...(row.id !== undefined && { id: row.id }), name: name?.(row) ?? row.name ?? '' },
      {
        effect: typeof effect === 'string' ? effect : effect(row),
        ...(params && { params: params(row) }),
        block: block?.(row),
      },
    )
  return (row: Row): readonly RowAction[] =>
    unless?.(row)
      ? []
      : [
          {
            label: 'Delete',
            icon: <IconTrash size={15} />,
            danger: true,
            onClick: () => void ask(row),
          },
        ]
}

/** Goes to the page of a row, such as its form. */
export function useOpen(pathOf: (id: number) => string): (row: { readonly id: number }) => void {
  const navigate = useNavigate()
  return ({ id }) => void navigate({ to: pathOf(id) })
}

/** An action that leads to a page; none for users who may not open it. */
export function usePageAction() {
  const navigate = useNavigate()
  const mayOpen = useMayOpen()
  return (label: string, icon: ReactNode, href: string): readonly RowAction[] =>
    mayOpen(href) ? [{ label, icon, onClick: () => void navigate({ href }) }] : []
}
