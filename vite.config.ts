// Builds the console into dist/, which the API serves; in development its
// calls go to a running API.
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Each file also as `.br` and `.gz`, which the API serves: small once, instead of at each call. */
function compressed(): Plugin {
  let folder: string
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      for await (const name of glob('**/*.{js,css,html,svg}', { cwd: folder })) {
        const file = join(folder, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  root: 'src/web',
  publicDir: 'public',
  plugins: [react(), compressed()],
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2023',
    // An inlined asset would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Zod and its settings stand before the contract, which builds
            // its schemas when it loads.
            {
              name: 'setup',
              test: /src[\\/]web[\\/]setup\.ts|node_modules[\\/]zod[\\/]/,
              priority: 2,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' },
  },
})
