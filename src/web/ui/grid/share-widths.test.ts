import { describe, expect, it } from 'vitest'
import { shareWidths, type WantedWidth } from './share-widths.ts'

const column = (id: string, content: number, more: Partial<WantedWidth> = {}): WantedWidth => ({
  id,
  content,
  chosen: undefined,
  is_whole: false,
  ...more,
})
const shared = (columns: WantedWidth[], room: number) =>
  Object.fromEntries(shareWidths(columns, room))

describe('the widths of columns', () => {
  it('are those of their content, with the room left over in proportion', () => {
    expect(shared([column('name', 100), column('calls', 50)], 300)).toEqual({
      name: 200,
      calls: 100,
    })
  })

  it('come from the widest texts where there is too little room', () => {
    const columns = [column('a', 300), column('b', 150), column('c', 90, { is_whole: true })]
    expect(shared(columns, 400)).toEqual({ a: 160, b: 150, c: 90 })
  })

  it('leave a word whole that cannot be read in part', () => {
    const columns = [column('name', 300), column('state', 200, { minWidth: 112 })]
    expect(shared(columns, 212)).toEqual({ name: 100, state: 112 })
    expect(shared(columns, 208)).toEqual({ name: 96, state: 112 })
  })

  it('leave headings whole', () => {
    const columns = [column('name', 300), column('destination', 200, { head: 112 })]
    expect(shared(columns, 208)).toEqual({ name: 96, destination: 112 })
  })

  it('are easy to read where the table has to be scrolled anyway', () => {
    const columns = [column('name', 300), column('state', 200), column('kind', 120)]
    expect(shared(columns, 200)).toEqual({ name: 150, state: 150, kind: 120 })
  })

  it('leave figures whole and stay as the user wants them, although the table gets wider', () => {
    const columns = [
      column('name', 300),
      column('chosen', 200, { chosen: 60 }),
      column('calls', 400, { is_whole: true }),
    ]
    expect(shared(columns, 200)).toEqual({ name: 150, chosen: 60, calls: 400 })
  })

  it('leave a text that is read whole as wide as it may be, up to half of the room', () => {
    const note = (content: number) => column('note', content, { wide: 520 })
    const others = [column('name', 300), column('rate', 900, { is_whole: true })]
    expect(shared([note(600), ...others], 1200).note).toBe(520)
    expect(shared([note(600), ...others], 800).note).toBe(400)
    expect(shared([note(600), ...others], 390).note).toBe(320)
    expect(shared([note(60), ...others], 390).note).toBe(60)
  })

  it('do not grow without end with a long text', () => {
    expect(shared([column('note', 5000), column('calls', 80, { is_whole: true })], 400)).toEqual({
      note: 320,
      calls: 80,
    })
  })
})
