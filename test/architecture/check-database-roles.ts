// In a test, code of the engine, of the API and of the jobs runs in the database as it runs in the
// product: by the rights of its role. As the owner, who may do anything, a test would not see that
// one is missing. The supports that start the engine check it as they run.
import { lineAt, type Source } from './source.ts'

const IMPORT = /import \{([^}]*)\} from '([^']*)'/g
/** The owner's connection, as the supports give it. */
const OWNER = String.raw`\b(api|fresh)\.(url|database)\b`
/** The connections that a test opens as the owner, or takes from the supports. */
const OPENED = new RegExp(
  String.raw`(\w+)(: [\w.]+)? = (makePool|openDatabase|makeClient)\([\w.]*${OWNER}`,
  'g',
)
const TAKEN = /const \{[^}]*\b(database|url)\b[^}]*\} = (?:\w+\.)?(?:api|fresh)\n/g

/** From an opening bracket to the one that closes it. */
function insideOf(code: string, open: number): string {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    if (code[at] === '(') depth++
    if (code[at] === ')' && --depth === 0) return code.slice(open, at)
  }
  return code.slice(open)
}

/** Functions of engine, API and jobs by the name that the test gives them; types are in no call. */
function productFunctions({ text, imports }: Source): Set<string> {
  const product = imports.filter(({ path }) =>
    /^src\/(engine|api|jobs)\/(?!.*\.test\.ts$)/.test(path ?? ''),
  )
  const from = new Set(product.map(({ specifier }) => specifier))
  return new Set(
    [...text.matchAll(IMPORT)]
      .filter(([, , specifier = '']) => from.has(specifier))
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().split(' as ').at(-1) ?? '')
      .filter((name) => /^[a-z]/.test(name) && !name.startsWith('type ')),
  )
}

export function checkDatabaseRoles(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => /\.test\.ts$/.test(path))
    .flatMap((source) => {
      const { path, code } = source
      const owners = [...code.matchAll(OPENED), ...code.matchAll(TAKEN)].map(([, name]) => name)
      const owner = new RegExp(
        [OWNER, ...owners.map((name) => `(?<!\\.)\\b${name}\\b(?!:)`)].join('|'),
      )
      return [...productFunctions(source)].flatMap((name) =>
        [...code.matchAll(new RegExp(String.raw`\b${name}\(`, 'g'))]
          .filter(({ 0: call, index }) => owner.test(insideOf(code, index + call.length - 1)))
          .map(
            ({ index }) =>
              `${path}:${lineAt(code, index)} runs ${name} as the owner: give it its role.`,
          ),
      )
    })
}
