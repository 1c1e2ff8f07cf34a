// The test line as a part that is kept running: baresip, which returns the caller's audio on one
// number and sends a tone on another. Nothing else depends on it.
import { createSocket } from 'node:dgram'
import { existsSync, globSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import {
  TEST_LINE_ADDRESS,
  TEST_LINE_PROCESS,
  TEST_NUMBERS,
  TEST_TONE_HZ,
} from '#core/test-line.ts'
import type { DataFolder } from '../data-folder.ts'
import { adoptDaemon, type Daemon, findProgram, launchDaemon } from '../processes/daemon.ts'
import { makeFolder } from '../processes/folder.ts'
import { type ProcessSpec, ProgramMissing } from '../processes/keep-running.ts'
import { serviceUser } from '../processes/system-user.ts'
import { randomHex } from '../random.ts'

const PACKAGE = 'baresip-core'
const PING_TIMEOUT_MS = 1000
/** The maximum of calls for each of its numbers. */
const CALLS_MAX = 20
/** Two for each call; outside the default range of the relay. */
const RTP_PORTS = '20100-20299'
/** A call ends after this time without packets from the caller. */
const RTP_TIMEOUT_SECONDS = 60

/** The mark of our test line among the processes of the machine, and the folder of its files. */
export function testLineMark(folder: DataFolder): string {
  return join(folder.run, 'test-line')
}

/** The files that baresip reads, by name. */
export function testLineFiles(port: number, module_path: string): Record<string, string> {
  const settings: [string, string | number][] = [
    ['poll_method', 'epoll'],
    ['sip_listen', `${TEST_LINE_ADDRESS}:${port}`],
    ['net_interface', TEST_LINE_ADDRESS],
    ['call_max_calls', CALLS_MAX],
    ['rtp_ports', RTP_PORTS],
    ['rtp_timeout', RTP_TIMEOUT_SECONDS],
    // The sine generator knows no other format; the bridge requires the same on both sides.
    ...(['ausrc', 'auplay'] as const).flatMap((side): [string, number][] => [
      [`${side}_srate`, 48000],
      [`${side}_channels`, 2],
    ]),
    ['audio_source', 'aubridge,echo'],
    ['audio_player', 'aubridge,echo'],
    ['audio_alert', 'aubridge,alert'],
    ['module_path', module_path],
    ...['g711.so', 'ausine.so', 'aubridge.so'].map((name): [string, string] => ['module', name]),
    ...['account.so', 'echo.so'].map((name): [string, string] => ['module_app', name]),
  ]
  const common = 'regint=0;call_transfer=no;mwi=no;audio_codecs=PCMA/8000/1,PCMU/8000/1'
  const account = (number: string, rest: string) =>
    `<sip:${number}@${TEST_LINE_ADDRESS}>;${common};${rest}\n`
  return {
    config: settings.map(([name, value]) => `${name} ${value}\n`).join(''),
    // The echo module answers what is not answered automatically.
    accounts:
      account(TEST_NUMBERS.echo, 'answermode=manual') +
      account(
        TEST_NUMBERS.tone,
        `answermode=auto;audio_source=ausine,${TEST_TONE_HZ};audio_player=aubridge,tone`,
      ),
  }
}

function findModules(): string {
  const [folder] = globSync('/usr{,/local}/lib{,64}{,/*}/baresip/modules')
  if (folder && existsSync(join(folder, 'echo.so'))) return folder
  throw new ProgramMissing(
    `baresip lacks modules. As root, run: apt-get install --no-install-recommends ${PACKAGE}`,
  )
}

/** Whether it answers OPTIONS, with any response. */
export async function pingTestLine(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = createSocket('udp4')
  const timer = setTimeout(() => resolve(false), PING_TIMEOUT_MS)
  socket.once('error', () => resolve(false))
  socket.once('message', (answer) => resolve(answer.toString().startsWith('SIP/2.0 ')))
  socket.bind(0, TEST_LINE_ADDRESS, () => {
    socket.send(optionsRequest(port, socket.address().port), port, TEST_LINE_ADDRESS)
  })
  return await promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}

function optionsRequest(port: number, own_port: number): string {
  const id = randomHex(8)
  return [
    `OPTIONS sip:${TEST_LINE_ADDRESS}:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP ${TEST_LINE_ADDRESS}:${own_port};branch=z9hG4bK${id}`,
    `From: <sip:supervisor@${TEST_LINE_ADDRESS}>;tag=${id}`,
    `To: <sip:${TEST_LINE_ADDRESS}:${port}>`,
    `Call-ID: ${id}`,
    'CSeq: 1 OPTIONS',
    'Max-Forwards: 1',
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n')
}

export function testLinePart(folder: DataFolder, port: number): ProcessSpec {
  const place = testLineMark(folder)
  return {
    name: TEST_LINE_PROCESS,
    async start() {
      const daemon: Daemon = {
        file: findProgram('baresip', PACKAGE),
        args: ['-f', place],
        mark: place,
        user: serviceUser(TEST_LINE_PROCESS),
        log: join(folder.logs, 'test-line.log'),
        isHealthy: () => pingTestLine(port),
      }
      const files = testLineFiles(port, findModules())
      await makeFolder(place, 0o755)
      for (const [name, text] of Object.entries(files)) {
        // The umask of the service makes new files private.
        await fs.writeFile(join(place, name), text, { mode: 0o644 })
        await fs.chmod(join(place, name), 0o644)
      }
      return (await adoptDaemon(daemon)) ?? (await launchDaemon(daemon))
    },
  }
}
