// The texts that people read: those of screens, messages and terminal lines without the code around
// them, and the words that do not come back in them.
import { lineAt, type Source } from './source.ts'

/** Old, personal or roundabout; each with what an operator says. */
const GONE: Readonly<Record<string, string>> = {
  '(is|are|was|were) going on': 'active, in progress',
  'goes? on': 'continues',
  'anew|henceforth|hitherto|whilst|upon': 'again, from now on, on',
  'too dear|dearer|dearest': 'too expensive, max rate',
  'asked for|not asked|to be asked': 'required, requested, tried',
  '(would|must|may) (bring|cost)|call brings': 'revenue, cost (est.)',
  'waits for|it waits|in vain': 'expects, times out',
  '(caller|side|both sides) hears?|gateway said': 'reply to caller, gateway response',
  'nobody|everybody|somebody|anybody|whoever': 'name who it is',
  meanwhile: 'while you were editing',
  'by now': 'same time',
  'make one up|made up': 'generate, generated',
  'please fill in': 'required',
  'of its money|no money|money ended|without money': 'balance',
  'held back|is held|what they hold': 'reserved',
  'looked at|looking at': 'checked',
  'what becomes of|becomes of': 'what happens to',
  'stands? (above|in|on|there|under)|hangs below': 'is in, under',
  'told as|(is|are) told': 'advertised, informed',
  'left out': 'excluded, skipped',
  'of (yours|ours|theirs|his)': 'your, our',
  'as it came|as it is sent|as they stand': 'unchanged, in the order listed',
  'in spite of|whatever': 'despite, any',
  till: 'to, until',
  'telephones?': 'phone, SIP user',
  'at once': 'immediately, now, at a time',
  'so much|as many .* as it may': 'limit reached',
  'seconds at (least|most)': 'min, max',
  'least profit|profit asked': 'min margin',
  'longest call|highest rate': 'max call duration, max rate',
  'talk seconds|talked': 'minutes, duration',
  'running calls?|calls that (run|go|are)': 'active calls',
  'price calls again|priced again': 're-rate',
  'past the switch|through the switch': 'direct, proxied',
  'the other way round': 'name it',
  'used up by|channels of .* used up': 'channel limit reached',
  'go(es)? with it': 'is deleted too',
  'at least [\\d,]+ rows': '10,000+ rows',
  'the time (before|after)': 'previous, next period',
}

const PATTERN = new RegExp(
  `\\b(?:${Object.keys(GONE).join('|')})\\b(?![-_])`
    .replaceAll(' ', '\\s+')
    .replaceAll('.*', '[^\'"`\\n]*?'),
  'gi',
)

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Strings of more than a word, and text between tags; all else is blank. */
export function proseOf({ path, text, code, comments }: Source): string {
  const isQuoted = (at: number) => code[at] !== text[at] && comments[at] === ' '
  let quoted = ''
  for (let at = 0; at < text.length; ) {
    const starts = isQuoted(at)
    let end = at + 1
    // A space in a string looks like one between words of code: a string ends at its mark.
    while (end < text.length && (starts ? isQuoted(end) || text[end] === ' ' : !isQuoted(end))) {
      end += 1
    }
    const piece = text.slice(at, end)
    quoted += starts && /\s|^[A-Z][a-z]/.test(piece) ? piece : blank(piece)
    at = end
  }
  const prose = quoted.replace(/\$\{[^}]*\}/g, blank)
  if (!path.endsWith('.tsx')) return prose
  const tags = [...code.matchAll(/(?<=[>}])(?![,)\]])[^<>{}=;()]*[a-z][^<>{}=;()]*(?=[<{])/g)]
  return tags.reduce(
    (all, { 0: piece, index }) => all.slice(0, index) + piece + all.slice(index + piece.length),
    prose,
  )
}

export function checkWording(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    [...proseOf(source).matchAll(PATTERN)]
      .filter(({ 0: found }) => found !== found.toUpperCase())
      .map(({ 0: found, index }) => {
        const words = found.replace(/\s+/g, ' ')
        return `${source.path}:${lineAt(source.text, index)} says "${words}": ${insteadOf(words)}.`
      }),
  )
}

const insteadOf = (words: string): string =>
  Object.entries(GONE).find(([gone]) => new RegExp(`^(?:${gone})$`, 'i').test(words))?.[1] ?? ''

/** Personal or old words that comments and documents do without; a sentence names its noun. */
const PERSONAL = new RegExp(
  `\\b(?:${[
    'nobody|somebody|anybody|everybody|whoever|whomever|strangers?',
    'hears?|heard|obeys?|obeyed|tells?|told|asks|stands?',
    'dear|dearer|dearest|anew|upon|till|goes on|becomes of|so many|so long',
  ].join('|')})\\b(?![-_/(])`,
  'gi',
)

/** Personal words in comments, or in a document without its code and the names of its files. */
export function checkPlainSentences(path: string, text: string): string[] {
  const prose = text
    .replace(/^```.*?^```/gms, blank)
    .replace(/`[^`\n]*`|\]\([^)]*\)|"[^"\n]*"/g, blank)
  return [...prose.matchAll(PERSONAL)].map(
    ({ 0: found, index }) =>
      `${path}:${lineAt(text, index)} says "${found}": name the noun, with a verb of the trade.`,
  )
}

/** The names that the specification writes so. */
const NAMES = new Set([
  ...['Route Plan', 'Failed Calls', 'Active Calls', 'Payment Report', 'Received Report'],
  ...['Soft Switch Server', 'Tariff Rates', 'Smart Recharge', 'Unused Clients', 'Show Children'],
  'JSON Lines',
  // Not of the specification, but with the name of a program.
  'Restart Kamailio',
  ...['Reseller Dashboard', 'Client Dashboard', 'Admin Login', 'Reseller Login', 'Client Login'],
])

/** Menu and headings are in sentence case, but for names of the specification. */
export function checkCase(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:title|label|group)(?:=|: )['"{`]+([A-Z][\w ]*)/g)]
      .filter(({ 1: name = '' }) => / [A-Z][a-z]/.test(name) && !NAMES.has(name.trim()))
      .map(({ 1: name, index }) => `${path}:${lineAt(text, index)}: ${name} has capitals.`),
  )
}

/** The first word of a comment. */
const OPENING = /^[ \t]*(?:\/\/|\/\*\*?|#|--)[ \t]*(Of|What)\b/
const CONTINUES = /^[ \t]*(?:\/\/|#|--)/

/** A comment that begins so has no noun: whose rate, the price of what? */
export function checkOpenings(path: string, comments: string): string[] {
  const lines = comments.split('\n')
  return lines.flatMap((line, i) => {
    const opening = OPENING.exec(line)?.[1]
    if (!opening || (CONTINUES.test(line) && CONTINUES.test(lines[i - 1] ?? ''))) return []
    return [`${path}:${i + 1} begins with "${opening}": begin with the noun that it is about.`]
  })
}
