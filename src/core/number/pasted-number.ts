// Numbers as people paste them from a message or a web page, as the digits that a caller dials.

/** Spaces, hyphens and dashes, dots, slashes and brackets, which are for the eye only. */
const FOR_THE_EYE = /[\s\u00a0\u2007\u202f.()/[\]\-\u2010-\u2015\u2212]/g

/** Text that is no number stays as it is, so that a refusal can show it. */
export function bareNumber(text: string): string {
  const bare = text.replace(FOR_THE_EYE, '')
  return /^[+\d*#]+$/.test(bare) ? bare : text
}

/** Also without the mark of an international number, + or 00. */
export const bareDigits = (text: string): string => bareNumber(text).replace(/^(\+|00)(?=\d)/, '')
