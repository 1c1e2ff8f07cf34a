import { type RefObject, useEffect, useState } from 'react'

/** The upper part of the view, below the top bar: who reads there has arrived at a section. */
const UPPER_PART = '-64px 0px -55% 0px'

/**
 * Where one is on a page of sections, by the ids of their headings: at the section where one
 * types, as long as it is in sight, else at the uppermost one. The last sections of a page never
 * come to the top.
 */
export function useCurrentSection(page: RefObject<HTMLElement | null>, ids: string) {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const frame = page.current
    const sections = ids.split(' ').flatMap((id) => {
      const section = document.getElementById(id)?.closest('section')
      return section ? [{ id, section }] : []
    })
    if (!frame || sections.length === 0) return
    const upper = new Set<Element>()
    const inSight = new Set<Element>()
    const decide = () => {
      const typed = sections.findLast(({ section }) => section.contains(document.activeElement))
      const isTyped = typed && inSight.has(typed.section)
      const next = isTyped ? typed : sections.find(({ section }) => upper.has(section))
      if (next) setCurrent(next.id)
    }
    const watch = (seen: Set<Element>, rootMargin: string) => {
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) seen.add(target)
            else seen.delete(target)
          }
          decide()
        },
        { rootMargin },
      )
      for (const { section } of sections) observer.observe(section)
      return observer
    }
    const observers = [watch(upper, UPPER_PART), watch(inSight, '0px')]
    frame.addEventListener('focusin', decide)
    return () => {
      frame.removeEventListener('focusin', decide)
      for (const observer of observers) observer.disconnect()
    }
  }, [page, ids])
  return current
}
