// The canvas of a chart: what the pointer says comes out, what another chart points at goes in.
import 'uplot/dist/uPlot.min.css'
import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import { useKit, useTokens } from '../Kit.tsx'
import { dataOf, optionsOf, type PlotData } from './plot.ts'

export interface PlotProps extends PlotData {
  readonly format: ((value: number) => string) | undefined
  readonly formatRight: ((value: number) => string) | undefined
  readonly height: number
  /** The point that is marked by a line. */
  readonly at: number | undefined
  readonly onPoint: (at: number | undefined) => void
  /** A click on a point, or a drag from one to another. */
  readonly onChoose: ((from: number, to: number) => void) | undefined
}

export function Plot(props: PlotProps) {
  const { timeZone, dateFormat } = useKit()
  const tokens = useTokens()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const { times, series, unfinished, height, format, formatRight, at } = props
  const data = useMemo(() => dataOf({ times, series, unfinished }), [times, series, unfinished])
  const latest = useRef({ data, props })
  latest.current = { data, props }
  // The plot is created again when its appearance changes; new points are only added.
  const shape = series.map((one) => [one.label, one.tone, one.right, one.dashed].join()).join()
  const marks = props.onChoose !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` represents the series.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const choose = (from: number, to: number) => latest.current.props.onChoose?.(from, to)
    let wasDragged = false
    const mark = (made: uPlot) => {
      const { left, width } = made.select
      if (width === 0) return
      wasDragged = true
      choose(made.posToIdx(left), made.posToIdx(left + width))
      made.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    }
    const click = () => {
      const { idx } = made.cursor
      if (!wasDragged && idx != null) choose(idx, idx)
      wasDragged = false
    }
    const look = { series, format, formatRight, unfinished, tokens, timeZone, dateFormat, marks }
    const options: uPlot.Options = {
      ...optionsOf(look),
      width: element.clientWidth,
      height,
      hooks: {
        setCursor: [({ cursor }) => latest.current.props.onPoint(cursor.idx ?? undefined)],
        setSelect: [mark],
      },
    }
    const made = new uPlot(options, latest.current.data, element)
    made.over.style.cursor = marks ? 'pointer' : ''
    made.over.addEventListener('click', click)
    plot.current = made
    const observer = new ResizeObserver(() => {
      made.setSize({ width: element.clientWidth, height })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
    }
  }, [shape, tokens, timeZone, dateFormat, height, marks])

  useEffect(() => {
    plot.current?.setData(data)
  }, [data])

  useEffect(() => {
    const made = plot.current
    // Under the pointer the line follows the pointer.
    if (!made || made.over.matches(':hover')) return
    const seconds = at === undefined ? undefined : data[0][at]
    const left = seconds === undefined ? -10 : made.valToPos(seconds, 'x')
    made.setCursor({ left, top: seconds === undefined ? -10 : 0 }, false)
  }, [at, data])

  return <div ref={box} />
}
