// Parts of a page, found as a user finds them: by role and by the whole name.
import type { Locator, Page } from 'playwright-core'

type Role = Parameters<Page['getByRole']>[0]

/** `within` is a page, or a part of one such as its dialog; it is asked at each use. */
export function partsOf(within: () => Page | Locator) {
  const exactly = (role: Role) => (name: string) => within().getByRole(role, { name, exact: true })
  const table = exactly('table')
  return {
    field: exactly('textbox'),
    select: exactly('combobox'),
    button: exactly('button'),
    dialog: () => within().getByRole('dialog'),
    table,
    /** The row with this text, in the table of this name if the page has several. */
    row: (text: string | RegExp, name?: string) =>
      (name === undefined ? within() : table(name)).getByRole('row').filter({ hasText: text }),
    /** Without the head, and without the rows that only keep place. */
    rows: (name: string) => table(name).locator('tbody tr:not([aria-hidden])'),
  }
}

/** Takes an action from the menu of a row, by the beginning of its name. */
export async function act(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: 'Actions of this row' }).click()
  const name = new RegExp(`^${action}`)
  await row.page().getByRole('menuitem', { name }).click()
}
