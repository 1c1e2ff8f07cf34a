/** No more letters than these; where some are left out, the last one is an ellipsis. */
export const cutText = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}…` : text
