// Builds the console into dist/, which the API serves; in development its
// calls go to a running API.
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Each file but the page also as `.br` and `.gz`, which the API serves: small once, instead of at each call. */
function compressed(): Plugin {
  let folder: string
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      for await (const name of glob('**/*.{js,css,svg}', { cwd: folder })) {
        const file = join(folder, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }
    },
  }
}

/** The browser makes no JSON schema, but zod ties a maker of one to every schema. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    load: {
      filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
      handler: async (id) => {
        const names = (await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)
        return [...names].map(([, name]) => `export const ${name} = () => undefined`).join('\n')
      },
    },
  }
}

/** A part of the component kit without its styles would look broken and break nothing. */
function withStyles(): Plugin {
  const PART = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
  return {
    name: 'with-styles',
    apply: 'build',
    async generateBundle(_, bundle) {
      const files = ['mantine.css', 'mantine-inside.css'].map((name) => `src/web/ui/${name}`)
      const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8')
      const styles = (await Promise.all(files.map(read))).join('')
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          const part = PART.exec(id)?.[1]
          if (part && !styles.includes(`/${part}.css`)) {
            this.error(`The styles of ${part} are neither in ${files.join(' nor in ')}.`)
          }
        }
      }
    },
  }
}

export default defineConfig({
  root: 'src/web',
  // The API puts a nonce in its place with each answer (src/api/http/console.ts).
  html: { cspNonce: 'STYLE_NONCE' },
  publicDir: 'public',
  plugins: [react(), withoutJsonSchema(), withStyles(), compressed()],
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2023',
    // An inlined asset would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A part goes into the first group that holds it or needs it, so that each page needs
          // few files, and no file much that its page does not need.
          groups: [
            // Zod and its settings stand before the contract, which builds
            // its schemas when it loads.
            { name: 'setup', test: /src[\\/]web[\\/]setup\.ts|node_modules[\\/]zod[\\/]/ },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'start', tags: ['$initial'] },
            {
              name: 'inside',
              test: /areas[\\/]Inside\.tsx|forms[\\/](Loaded|Missing)\.tsx|lists[\\/](ListLink\.tsx|use-address\.ts|search\.ts)|ui[\\/]form[\\/]labels\.ts|payments[\\/]use-payment|ui[\\/]values[\\/](Amount|Badge|BarList|DateTime|Figures|StatTile|Ticking)\.tsx|ui[\\/](PresetTabs\.tsx|wall-clock\.ts)|components[\\/](FloatingIndicator|SegmentedControl)[\\/]|core[\\/]account[\\/]|fields[\\/]statuses|contract[\\/]time-range|@tabler[\\/]/,
            },
            // No screen shows a dialog or a menu before it is asked for.
            { name: 'menus', test: /components[\\/](Menu|Popover)[\\/]/ },
            { name: 'dialogs', test: /ui[\\/]Dialog\.tsx/ },
            {
              name: 'forms',
              test: /src[\\/]web[\\/](forms|pickers|ui[\\/]form)[\\/]|components[\\/](Group|Switch|Textarea)[\\/]|use-id-param/,
            },
            { name: 'lists', test: /src[\\/]web[\\/](lists|ui[\\/]grid)[\\/]|common-columns/ },
            {
              name: 'home',
              test: /src[\\/]web[\\/](home[\\/](Traffic|Sparkline|MoneyTile|call-series|use-open|Home\.module)|ui[\\/]charts)/,
            },
            {
              name: 'first-call',
              test: /first-call[\\/](FirstCallPanel|FirstCall\.module)|contract[\\/]first-call[\\/]/,
            },
            // The view of a call, the route tester and the first call have them.
            {
              name: 'route-steps',
              test: /RoutingSteps/,
            },
            // Every list of calls and the drawer of a call have them.
            {
              name: 'call-words',
              test: /calls[\\/](call-(columns|fields|labels|numbers)|ClientLink|SipAnswer|use-opened-call)\.tsx?|media[\\/]media-words|route-test|failure-reason|fault-side/,
            },
            // What the home page of clients has of payments, packages and reports.
            {
              name: 'account-words',
              test: /(payment|package)-labels|contract[\\/](payments[\\/]payments|traffic[\\/]traffic-reports)\.ts/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' },
  },
})
