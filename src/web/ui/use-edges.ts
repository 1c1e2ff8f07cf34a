// Marks the sides of a scrolling box with hidden content, as attributes of its parent, for the
// shadows there (edges.css).
import { type RefObject, useLayoutEffect, useState } from 'react'
import './edges.css'

/** How wide the box is inside. */
export function useEdges(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    const around = element?.parentElement
    if (!element || !around) return undefined
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      around.toggleAttribute('data-more-start', scrollLeft > 1)
      around.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
      // Below the last row is nothing for a shadow to fall on.
      const height = Math.max(0, ...Array.from(element.children, (child) => child.clientHeight))
      around.style.setProperty('--edges-height', `${height}px`)
      setWidth(clientWidth)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    // The content may grow without the box.
    const watch = () => {
      for (const child of element.children) observer.observe(child)
      mark()
    }
    const changes = new MutationObserver(watch)
    changes.observe(element, { childList: true })
    watch()
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      changes.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [box])
  return width
}
