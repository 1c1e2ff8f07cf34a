// Several addresses in one field.
import { mailAddress } from '#contract/notifications/document-mails.ts'

export const addressesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Why a mail cannot go to these; undefined if it can. */
export function addressProblem(addresses: readonly string[]): string | undefined {
  const invalid = addresses.filter((one) => !mailAddress.safeParse(one).success)
  return invalid.length > 0 ? `Invalid e-mail address: ${invalid.join(', ')}` : undefined
}
