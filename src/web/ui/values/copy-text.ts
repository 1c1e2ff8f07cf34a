/** Puts text on the clipboard, also where the page is not served over TLS. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else copyBySelection(text)
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
