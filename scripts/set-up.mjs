// Makes what a command needs before it runs: npm packages, Debian packages, the built console.
// Plain JavaScript for Node 20 without dependencies, because it runs before anything is installed.
// Usage: node scripts/set-up.mjs [start] [sipp] [faketime] [nginx] [systemd] [chromium] [curl]
// [iproute] [haproxy] [prometheus] [cluster] [swift] [pgbackrest] [redis] [pgbouncer] [clickhouse]
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const binaries = join(root, 'node_modules/.bin')
/**
 * The PATH without the project's own programs, which may be the very ones that are being replaced.
 */
const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== binaries)

const isRoot = process.getuid?.() === 0

/** Debian packages by what they are needed for, with the program that proves them elsewhere. */
const packages = {
  start: {
    kamailio: 'kamailio',
    'kamailio-extra-modules': 'kamailio',
    'kamailio-sqlite-modules': 'kamailio',
    'rtpengine-daemon': 'rtpengine',
    'baresip-core': 'baresip',
    // Only root can close ports to other users.
    ...(isRoot && { nftables: 'nft' }),
  },
  sipp: { 'sip-tester': 'sipp' },
  faketime: { faketime: 'faketime' },
  nginx: { nginx: 'nginx', openssl: 'openssl' },
  systemd: { systemd: 'systemd-analyze' },
  // Without windows it needs a fifth less of the processor.
  chromium: { 'chromium-headless-shell': 'chromium-headless-shell' },
  curl: { curl: 'curl' },
  iproute: { iproute2: 'ip' },
  haproxy: { haproxy: 'haproxy' },
  // It brings `promtool`.
  prometheus: { prometheus: 'prometheus' },
  cluster: {
    patroni: 'patroni',
    'python3-etcd': 'patroni',
    'python3-psycopg2': 'patroni',
    'etcd-server': 'etcd',
    // It also makes a database of its own, which is not started.
    'postgresql-15': 'pg_ctlcluster',
  },
  redis: { 'redis-server': 'redis-server' },
  pgbouncer: { pgbouncer: 'pgbouncer' },
  clickhouse: { 'clickhouse-server': 'clickhouse-server' },
  pgbackrest: { pgbackrest: 'pgbackrest', 'postgresql-15': 'pg_ctlcluster' },
  // A store with the interface of S3.
  swift: {
    'swift-proxy': 'swift-proxy-server',
    'swift-account': 'swift-account-server',
    'swift-container': 'swift-container-server',
    'swift-object': 'swift-object-server',
  },
}

function say(line) {
  console.log(`set-up: ${line}`)
}

function fail(line) {
  console.error(`set-up: ${line}`)
  process.exit(1)
}

/** The variables of our environment for any program; others can hold passwords of the product. */
const COMMON = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR)$/
/** The variables for programs that download; npm's settings may be given in either case. */
const NETWORK = /^((https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_.+)$/i
/** The variables that a `.npmrc` may name to authenticate at a registry. */
const REGISTRY = /^(NPM_TOKEN|NODE_AUTH_TOKEN)$/

function environment(...allowed) {
  const all = Object.entries({ ...process.env, PATH: path.join(delimiter) })
  return Object.fromEntries(all.filter(([name]) => allowed.some((names) => names.test(name))))
}

/** Runs a program quietly and answers its failure as text, never an empty one, or nothing. */
function run(program, args, env = environment(COMMON)) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, env }
  const result = spawnSync(program, args, options)
  if (result.status === 0) return undefined
  const output = `${result.stdout ?? ''}\n${result.stderr ?? ''}`.trim()
  const words = result.error?.message ?? output.split('\n').slice(-20).join('\n')
  return words || `${program} ended with ${result.signal ?? result.status}`
}

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function installPackages() {
  const isDone =
    changedAt(join(root, 'node_modules/.package-lock.json')) >=
    changedAt(join(root, 'package-lock.json'))
  if (!isDone) {
    say('installing the npm packages (npm ci)')
    // The console is built with development packages, so they are needed everywhere.
    // No script of a package runs: this may be root, and none of them needs one.
    const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund']
    const args = ['ci', '--ignore-scripts', '--loglevel=error', ...options]
    const failure = run('npm', args, environment(COMMON, NETWORK, REGISTRY))
    if (failure) fail(`npm ci failed; is the registry within reach?\n${failure}`)
  }
  if (!existsSync(join(binaries, 'node'))) {
    fail(
      `there is no Node.js 24 for ${process.platform}-${process.arch} among the npm packages: ` +
        'use Linux on x64 or arm64, and do not omit optional packages',
    )
  }
}

function isInstalled(name, program) {
  const answer = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' })
  if (!answer.error) return answer.stdout.includes('\nStatus: install ok installed')
  const folders = [...path, '/usr/sbin', '/usr/local/sbin']
  return folders.some((folder) => existsSync(join(folder, program)))
}

// As root. Services of the packages must not start: the supervisor runs the programs itself, with
// its own configuration. policy-rc.d is how Debian is told so, and disabling keeps the next boot
// clean.
const INSTALL = `
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  trap 'exit 1' INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
export DEBIAN_FRONTEND=noninteractive
options="-qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0"
apt-get $options update
apt-get $options install --no-install-recommends "$@" || exit 1
if command -v systemctl > /dev/null; then
  daemons=$(printf '%s\\n' "$@" | grep -vx systemd)
  for unit in $(dpkg -L $daemons | sed -n 's|.*/lib/systemd/system/\\(.*\\.service\\)$|\\1|p'); do
    systemctl --quiet disable "$unit"
  done
fi
exit 0
`

function installDebianPackages(needs) {
  const wanted = Object.assign({}, ...needs.map((need) => packages[need]))
  const missing = Object.keys(wanted).filter((name) => !isInstalled(name, wanted[name]))
  if (missing.length === 0) return
  const command = `apt-get install --no-install-recommends ${missing.join(' ')}`
  const hasApt = run('apt-get', ['--version']) === undefined
  if (!hasApt || (!isRoot && run('sudo', ['-n', 'true']) !== undefined)) {
    say(`${missing.join(', ')} missing. As root, run: ${command}`)
    say('going on without')
    return
  }
  say(`installing ${missing.join(', ')} (apt-get; this can take minutes)`)
  const shell = ['sh', '-c', INSTALL, 'install', ...missing]
  const [program, ...args] = isRoot ? shell : ['sudo', '-n', ...shell]
  const failure = run(program, args, environment(COMMON, NETWORK))
  if (failure) {
    say(`apt-get failed:\n${failure}`)
    say(`going on without. To try again, as root: ${command}`)
  }
}

/** The time of the newest file at or under the path; tests do not change what is built. */
function newestChange(place) {
  const stat = statSync(place, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0
  const names = readdirSync(place).filter((name) => !name.includes('.test.'))
  return Math.max(stat.mtimeMs, ...names.map((name) => newestChange(join(place, name))))
}

function buildConsole() {
  const sources = ['src/web', 'src/contract', 'src/core', 'vite.config.ts', 'package-lock.json']
  const newest = Math.max(...sources.map((source) => newestChange(join(root, source))))
  if (changedAt(join(root, 'dist/index.html')) >= newest) return
  say('building the console (vite build)')
  const failure = run(join(binaries, 'node'), [join(binaries, 'vite'), 'build'])
  if (failure) fail(`the console could not be built\n${failure}`)
}

const needs = process.argv.slice(2)
for (const need of needs) {
  if (!(need in packages))
    fail(`do not know "${need}"; there is ${Object.keys(packages).join(', ')}`)
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node.js 20 or newer is needed to begin, this is ${process.version}`)
}
installPackages()
installDebianPackages(needs)
if (needs.includes('start')) buildConsole()
