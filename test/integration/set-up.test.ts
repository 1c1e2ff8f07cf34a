// How scripts/set-up.mjs calls npm: by an npm of the test's own, which writes its arguments down.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('npm runs no script of a package, and is told no password of ours', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-set-up-'))
  try {
    for (const name of ['scripts', 'package.json', 'package-lock.json']) {
      await cp(name, join(folder, name), { recursive: true })
    }
    const said = join(folder, 'said')
    const npm = `#!/bin/sh\n{ echo "$@"; env; } > ${said}\nexit 1\n`
    await writeFile(join(folder, 'npm'), npm, { mode: 0o755 })
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      https_proxy: 'http://192.0.2.1:3128',
      npm_config_registry: 'https://registry.example.com/',
      ADMIN_PASSWORD: 'a secret of ours',
      DATABASE_URL: 'postgres://us:a secret of ours@host/db',
      NODE_OPTIONS: '--no-warnings',
    }
    const args = [join(folder, 'scripts/set-up.mjs'), 'start']
    await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toThrow(
      'npm ci failed',
    )
    const [command, ...variables] = (await readFile(said, 'utf8')).trim().split('\n')
    expect(command).toMatch(/^ci .*--ignore-scripts/)
    const names = variables.map((line) => line.slice(0, line.indexOf('=')))
    const byTheShell = ['PWD', 'OLDPWD', 'SHLVL', '_']
    expect(names.filter((name) => !byTheShell.includes(name)).toSorted()).toEqual(
      ['HOME', 'PATH', 'https_proxy', 'npm_config_registry'].toSorted(),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
