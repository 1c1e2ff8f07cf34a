// Measures what is in the columns and gives each its width. Nothing moves while a list is polled,
// unless something new would not fit.
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { GridColumn } from './column.ts'
import { cutNames } from './cut-names.ts'
import { shareWidths, type WantedWidth } from './share-widths.ts'
import { textWidths } from './text-widths.ts'

/** The padding of a cell on both sides together, with its border. */
const PADDING = 21
const DEFAULT_WIDTH = 130
/** A figure may get a digit more before its column has to grow. */
const END_PADDING = 6
/** Times and numbers are short; longer text may be cut, such as a Call-ID from outside. */
const LONGEST_NUMBER = 180
/** More names than this need not be measured: the tooltip has them. */
const NAMES_MEASURED = 300

interface Measured {
  readonly content: number
  readonly is_whole: boolean
  readonly head: number
}

interface WidthsOptions<Row> {
  readonly table: RefObject<HTMLTableElement | null>
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly isOutdated: boolean
  /** A different key is a different list, for which everything is measured again. */
  readonly view: string
  /** The widths that the user has chosen. */
  readonly chosen: Readonly<Record<string, number>>
  /** As wide as all of them together may be. */
  readonly room: number
}

export type CutNames = ReadonlyMap<string, ReadonlyMap<string, string>>

export function useWidths<Row>(options: WidthsOptions<Row>) {
  const { table, columns, rows, isOutdated, chosen, room } = options
  const list = `${options.view} ${columns.map((column) => column.id).join(' ')}`
  const [measured, setMeasured] = useState<{ list: string; of: ReadonlyMap<string, Measured> }>()

  useLayoutEffect(() => {
    const element = table.current
    if (!element || !rows?.length || isOutdated) return
    const now = measure(element, columns, rows)
    setMeasured((before) => ({
      list,
      of: before?.list === list ? withLargest(before.of, now) : now,
    }))
  }, [table, columns, rows, isOutdated, list])

  const widths = useMemo(() => {
    const key = columns.find((column) => column.name)
    const wanted = columns.map(
      (column): WantedWidth => ({
        id: column.id,
        chosen: chosen[column.id],
        wide: column.wide,
        minWidth: column.minWidth ?? (column === key ? NAME_WIDTH : undefined),
        ...(measured?.of.get(column.id) ?? unmeasured(column)),
      }),
    )
    return shareWidths(wanted, room)
  }, [columns, chosen, measured, room])

  const cuts = useMemo(
    () => cutsOf(table.current, columns, rows ?? [], widths),
    [table, columns, rows, widths],
  )
  return {
    widths,
    cuts,
    total: [...widths.values()].reduce((sum, width) => sum + width, 0),
    /** As wide as the column has to be for all that is in it. */
    contentWidthOf: (id: string) => measured?.of.get(id)?.content ?? DEFAULT_WIDTH,
  }
}

/** The name of the row, beside which all else is read. */
const NAME_WIDTH = 160

const unmeasured = ({ width = DEFAULT_WIDTH, align }: { width?: number; align?: 'end' }) => ({
  content: width,
  is_whole: align === 'end',
  head: 0,
})

/** Nothing gets narrower while one looks at it. */
function withLargest(before: ReadonlyMap<string, Measured>, now: ReadonlyMap<string, Measured>) {
  const isSame = [...now].every(([id, { content }]) => content <= (before.get(id)?.content ?? 0))
  if (isSame) return before
  return new Map(
    [...now].map(([id, one]): [string, Measured] => {
      const old = before.get(id)
      return [id, old && old.content >= one.content ? old : one]
    }),
  )
}

/** Lets the browser lay out the table by its content for a moment, and measures the widths. */
function measure<Row>(
  table: HTMLTableElement,
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
): ReadonlyMap<string, Measured> {
  const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')]
  const before = table.style.cssText
  const widthsBefore = heads.map((head) => head.style.width)
  table.style.cssText = 'table-layout: auto; width: max-content; min-width: 0'
  for (const head of heads) head.style.width = 'auto'
  // Half a pixel too few, and the browser cuts off two letters.
  const widthOfHead = (head: HTMLElement) => Math.ceil(head.getBoundingClientRect().width) + 1
  const found = new Map(heads.map((head) => [head.dataset.column, widthOfHead(head)]))
  table.style.cssText = before
  heads.forEach((head, at) => {
    head.style.width = widthsBefore[at] ?? ''
  })
  const widthOf = textWidths(table)
  const widthOfHeading = textWidths(heads[0] ?? table)
  return new Map(
    columns.map(({ id, name, align, header, minWidth = 0 }): [string, Measured] => {
      const names = name ? rows.slice(0, NAMES_MEASURED).map((row) => widthOf(name(row) ?? '')) : []
      const texts = names.map((one) => one + PADDING)
      const natural = Math.ceil(Math.max(minWidth, found.get(id) ?? 0, ...texts))
      const selector = `td[data-column="${CSS.escape(id)}"] :is(time, .mono)`
      const isNumber = natural <= LONGEST_NUMBER && table.querySelector(selector) !== null
      const is_whole = align === 'end' || isNumber
      const head = Math.ceil(widthOfHeading(header)) + PADDING
      return [id, { content: natural + (align === 'end' ? END_PADDING : 0), is_whole, head }]
    }),
  )
}

/** By column, the text in place of each name that does not fit. */
function cutsOf<Row>(
  table: HTMLTableElement | null,
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  widths: ReadonlyMap<string, number>,
): CutNames {
  if (!table) return new Map()
  const widthOf = textWidths(table)
  return new Map(
    columns.flatMap(({ id, name }) => {
      if (!name) return []
      const room = (widths.get(id) ?? 0) - PADDING
      const fits = (text: string) => widthOf(text) <= room
      return [
        [
          id,
          cutNames(
            rows.map((row) => name(row) ?? ''),
            fits,
          ),
        ] as const,
      ]
    }),
  )
}
