/** The whole text of a cell, including what is cut off. */
export function cellText(cell: HTMLElement): string {
  const cut = cell.querySelector<HTMLElement>('[data-cut]')
  return (cut?.dataset.cut ?? cell.innerText).trim()
}

export function isCut(cell: HTMLElement): boolean {
  return cell.querySelector('[data-cut]') !== null || cell.scrollWidth > cell.clientWidth + 1
}

export const cellOf = (target: EventTarget | null): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest<HTMLTableCellElement>('td[data-column]') : null
