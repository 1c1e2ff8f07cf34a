// Setup that must run before any other module; main.tsx imports it first.
import { z } from 'zod'
import { issueText } from '#contract/issue-texts.ts'

// The library that locks scrolling behind a dialog writes a style element with this nonce.
const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')
Object.assign(globalThis, { __webpack_nonce__: meta?.nonce })

// Zod would try to compile its schemas with eval, which the content security policy forbids.
z.config({ jitless: true, customError: issueText })

interface TrustedTypePolicies {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (url: string) => string },
  ): unknown
}

/**
 * The policy forbids text to become markup. The component kit writes its style sheets through
 * innerHTML, so text without a tag may pass, and so may our own worker; nothing else does.
 */
const trustedTypes = (globalThis as { trustedTypes?: TrustedTypePolicies }).trustedTypes
trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (/<[a-z!/?]/i.test(text)) throw new TypeError('Markup from text is not allowed.')
    return text
  },
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin === location.origin) return url
    throw new TypeError('Scripts come only from this server.')
  },
})
