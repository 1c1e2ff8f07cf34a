// rtpengine, the media relay, as a part that is kept running.
import { createSocket } from 'node:dgram'
import { join } from 'node:path'
import type { MediaPlace } from '#core/sip-ports.ts'
import { type DataFolder, recordingFolder } from '../data-folder.ts'
import { outputOf } from '../processes/child.ts'
import { adoptDaemon, type Daemon, findProgram, launchDaemon } from '../processes/daemon.ts'
import { makeFolder } from '../processes/folder.ts'
import type { ProcessSpec } from '../processes/keep-running.ts'
import { daemonUser } from '../processes/system-user.ts'
import { randomHex } from '../random.ts'
import type { Setup } from '../setup.ts'
import { rtpengineHole } from './known-holes.ts'
import { makeRecordingFolder, recordingArgs } from './recording-folder.ts'
import { redisOptions } from './rtp-redis.ts'

const PING_TIMEOUT_MS = 1000

type MediaSetup = Pick<Setup, 'config' | 'folder' | 'ports'>

/** The mark of our rtpengine among the processes of the machine. */
export function rtpengineMark(folder: DataFolder): string {
  return `--pidfile=${join(folder.run, 'rtpengine', 'rtpengine.pid')}`
}

function toDaemon(media: MediaPlace, { config, folder, ports }: MediaSetup): Daemon {
  const port = ports.rtpengine
  const redis = redisOptions(config.RTP_REDIS)
  const shown = media.advertise ? `${media.address}!${media.advertise}` : media.address
  return {
    file: findProgram('rtpengine', 'rtpengine-daemon'),
    args: [
      '--config-file=none',
      '--foreground',
      '--log-stderr',
      '--log-level=5',
      '--table=-1',
      `--interface=${shown}`,
      `--listen-ng=127.0.0.1:${port}`,
      `--port-min=${media.rtp_min}`,
      `--port-max=${media.rtp_max}`,
      // The engine ends calls without media; calls that it does not know end after this time.
      '--timeout=3600',
      '--delete-delay=0',
      // Packets from the address in the SDP take precedence.
      '--endpoint-learning=heuristic',
      ...recordingArgs(recordingFolder(folder)),
      ...redis.args,
      rtpengineMark(folder),
    ],
    mark: rtpengineMark(folder),
    user: daemonUser('rtpengine'),
    environment: redis.environment,
    log: join(folder.logs, 'rtpengine.log'),
    isHealthy: () => pingRtpengine(port),
  }
}

/**
 * The `ping` of rtpengine's control protocol: a cookie and a bencoded dictionary in one datagram.
 */
export async function pingRtpengine(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = createSocket('udp4')
  const cookie = randomHex(16)
  const timer = setTimeout(() => resolve(false), PING_TIMEOUT_MS)
  socket.once('error', () => resolve(false))
  socket.once('message', (answer) => resolve(answer.toString() === `${cookie} d6:result4:ponge`))
  socket.send(`${cookie} d7:command4:pinge`, port, '127.0.0.1')
  return await promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}

/** `openPort` is the reason why others can reach its control port, if they can. */
export function rtpenginePart(
  media: () => MediaPlace,
  setup: MediaSetup,
  openPort: string | undefined,
): ProcessSpec {
  const { folder } = setup
  return {
    name: 'rtpengine',
    async start() {
      await makeFolder(join(folder.run, 'rtpengine'), 0o700, daemonUser('rtpengine'))
      await makeRecordingFolder(recordingFolder(folder))
      const daemon = toDaemon(media(), setup)
      const said = outputOf({ program: daemon.file, args: ['--version'], user: daemon.user })
      const warnings = [rtpengineHole(said), openPort].filter((warning) => warning !== undefined)
      const running = (await adoptDaemon(daemon)) ?? (await launchDaemon(daemon))
      return { ...running, ...(warnings.length > 0 && { warning: warnings.join('; ') }) }
    },
  }
}
