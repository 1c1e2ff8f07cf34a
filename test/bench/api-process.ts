// The API as a process of its own, as the supervisor starts it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { API_FLAGS } from '#supervisor/node-parts.ts'
import { SECRET_KEYS } from '../support/secret-keys.ts'

export async function startApi(url: string, port: number, consoleFolder?: string) {
  const child = fork('src/api/main.ts', {
    execArgv: API_FLAGS,
    env: {
      ...process.env,
      DATABASE_URL: url,
      HTTP_PORT: String(port),
      SESSION_KEY: 'a key of a benchmark that is long enough',
      SECRET_KEYS,
      LOG_LEVEL: 'silent',
      ...(consoleFolder && { CONSOLE_FOLDER: consoleFolder }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  const end = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { child, end }
}
