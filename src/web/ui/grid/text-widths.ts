let context: CanvasRenderingContext2D | null | undefined

/** How many pixels a text takes in the letters of an element, without laying anything out. */
export function textWidths(element: HTMLElement): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d')
  const ruler = context
  if (!ruler) return (text) => text.length * 8
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  ruler.font = `${fontWeight} ${fontSize} ${fontFamily}`
  return (text) => ruler.measureText(text).width
}
