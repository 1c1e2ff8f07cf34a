// Markup of an alert as nodes, without anything that could run, load or mislead (ADR-0011). The
// sanitiser comes with it, so it is loaded only when an alert has markup.
import purify from 'dompurify'

interface TrustedTypePolicies {
  createPolicy(name: string, rules: typeof UNCHANGED): typeof UNCHANGED
}

/** The sanitiser reads the markup into a document of its own, where nothing runs. */
const UNCHANGED = {
  createHTML: (text: string) => text,
  createScriptURL: (): string => {
    throw new TypeError('An alert loads no script.')
  },
}
// The content security policy allows this name once, and no other code gets the object.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicies }
const policy = trustedTypes?.createPolicy('alert-markup', UNCHANGED) ?? UNCHANGED

const TAGS = ['b', 'i', 'em', 'strong', 'br', 'a', 'code', 'ul', 'li']
/** A page of ours, or another one over https; `//host` is no page of ours. */
const ADDRESS = /^(https:\/\/|\/(?![/\\])|[?#])/i

purify.addHook('afterSanitizeAttributes', (element) => {
  if (!/^https:/i.test(element.getAttribute('href') ?? '')) return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer')
})

export const sanitise = (markup: string): DocumentFragment =>
  purify.sanitize(markup, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: ADDRESS,
    TRUSTED_TYPES_POLICY: policy as unknown as never,
    RETURN_DOM_FRAGMENT: true,
  })
