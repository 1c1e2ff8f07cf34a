// Prometheus and its tool for tests, from Debian's package: a server on loopback with its data in a
// folder of the test, and what the tool says about metrics, rules and configurations.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { until } from '../sip/until.ts'

const FOLDER = 'docs/monitoring'

export const hasPrometheus = (): boolean => existsSync('/usr/bin/prometheus')

/** The complaints of the tool; empty without any. */
export function askPromtool(args: readonly string[], input = ''): string {
  const options = { encoding: 'utf8', input, cwd: resolve(FOLDER) } as const
  const { status, stdout, stderr } = spawnSync('promtool', args, options)
  return status === 0 && !args.includes('metrics') ? '' : `${stdout}${stderr}`
}

export interface RunningPrometheus {
  /** The values of a query by the labels of their series. */
  query(text: string): Promise<readonly { labels: Record<string, string>; value: number }[]>
  stop(): Promise<void>
}

interface Place {
  readonly port: number
  /** Where /metrics is, as address and port. */
  readonly target: string
  readonly token: string
}

/** With the configuration of the manual: only the target and the pause are those of the test. */
export async function startPrometheus({ port, target, token }: Place): Promise<RunningPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-prometheus-'))
  await chmod(folder, 0o755)
  const manual = await readFile(join(FOLDER, 'prometheus.yml'), 'utf8')
  const config = manual
    .replace('127.0.0.1:8080', target)
    .replaceAll('_interval: 15s', '_interval: 1s')
  await writeFile(join(folder, 'prometheus.yml'), config)
  await writeFile(join(folder, 'alerts.yml'), await readFile(join(FOLDER, 'alerts.yml'), 'utf8'))
  await writeFile(join(folder, 'softswitch-token'), token, { mode: 0o600 })
  const child: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: 'ignore' },
  )
  const address = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    }
    await rm(folder, { recursive: true, force: true })
  }
  const isReady = async () => {
    const answer = await fetch(`${address}/-/ready`).catch(() => undefined)
    return answer?.ok === true
  }
  await until('Prometheus is ready', isReady).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    async query(text) {
      const answer = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(text)}`)
      const { data } = (await answer.json()) as {
        data: { result: { metric: Record<string, string>; value: [number, string] }[] }
      }
      return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }))
    },
    stop,
  }
}
