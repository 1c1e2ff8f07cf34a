// The engine's connection to Kamailio: decisions, events and commands over evapi, lists over
// JSON-RPC.
import { connect, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '#core/time/clock.ts'
import * as command from './command.ts'
import { endDialog, isAnswered, listDialogs, listOutbox } from './dialogs.ts'
import { readFrames, writeFrame } from './frame.ts'
import { connectMedia, type KeptFigures, keepFigures } from './media.ts'
import { readMessage } from './message.ts'
import { listOutboundRegistrations, setOutboundRegistrations } from './outbound-registrations.ts'
import { recordMedia } from './record-media.ts'
import * as registrar from './registrar.ts'
import { connectRpc, type KamailioRpc } from './rpc.ts'
import type { Stamp } from './stamp.ts'
import { readKamailioFigures } from './switch-figures.ts'
import type { CallEvent, SwitchHealth, SwitchLink, SwitchListener } from './switch-link.ts'
import { Window } from './window.ts'

/** Kamailio trusts an engine for 2 s after a heartbeat. */
const HEARTBEAT_MS = 1_000
const RECONNECT_MS = 300
/** Kamailio drops a question after 3 s; an older one must not hold money. */
const STALE_SECONDS = 2.5
const PACKET_BYTES = 8 * 1024
/** Kamailio waits this long when there is nothing to send. */
const SILENCE_MS = 1
const HEARTBEAT_FRAME = writeFrame(command.HEARTBEAT)
/** Answered only after the hello before it was accepted; those of the window begin with 1. */
const HELLO_QUESTION = 0
const HELLO_QUESTION_FRAME = writeFrame(command.readQuestion(HELLO_QUESTION))
/** More than this unsent means that Kamailio does not read: the connection is of no use. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024

export type KamailioAddress = {
  readonly evapi_port: number
  readonly rpc_port: number
  /** rtpengine's control port, likewise on loopback. */
  readonly media_port: number
  /** Has the announcements of recordings. */
  readonly recording_folder: string
  readonly secret: string
  /** Name of this engine in the log of the switch. */
  readonly engine: string
}

export type KamailioOptions = {
  readonly clock: Clock
  /** Unique among all processes. */
  readonly randomId: () => string
  readonly log: Logger
}

/** Connects, and reconnects until `close`; the first attempt may fail. */
export function connectToKamailio(
  address: KamailioAddress,
  listener: SwitchListener,
  { clock, randomId, log }: KamailioOptions,
): SwitchLink {
  const rpc = connectRpc(address.rpc_port, address.secret)
  const media = connectMedia(address.media_port, randomId)
  const figures = keepFigures(media)
  const stream = openStream({ address, listener, figures, clock, log })
  return {
    acknowledge(key) {
      stream.acknowledge(key)
      figures.forget(key)
    },
    setLimit: (dialog, seconds) => stream.send(command.limit(dialog, seconds)),
    cancel: (dialog, sip_call_id) => stream.send(command.cancellation(dialog, sip_call_id)),
    async end(dialog, q850_cause, text, { is_answered } = { is_answered: false }) {
      if (!is_answered && !(await isAnswered(rpc, dialog))) return false
      return endDialog(rpc, dialog, q850_cause, text)
    },
    list: () => listDialogs(rpc),
    outbox: () => listOutbox(rpc),
    media: (sip_call_id) => media.of(sip_call_id),
    cutMedia: (sip_call_id) => media.cut(sip_call_id),
    record: (recorded) => recordMedia(media.ask, address.recording_folder, recorded),
    health: () => checkHealth(rpc, stream.isConnected()),
    async figures() {
      const [kamailio, rtpengine] = await Promise.all([readKamailioFigures(rpc), media.figures()])
      return { kamailio, rtpengine }
    },
    registrations: () => registrar.listRegistrations(rpc, clock.now_ms()),
    unregister: (username, contact) => registrar.removeRegistration(rpc, username, contact),
    allowedNames: () => registrar.listAllowedNames(rpc),
    forgetCredentials: (username) => registrar.forgetCredentials(rpc, username),
    ban: (ip, seconds) => registrar.ban(rpc, ip, seconds, clock.now_ms()),
    unban: (ip) => registrar.unban(rpc, ip),
    bans: () => registrar.listBans(rpc, clock.now_ms()),
    floods: () => registrar.listFloods(rpc, clock.now_ms()),
    forgiveFlood: (ip) => registrar.forgiveFlood(rpc, ip),
    spare(ips) {
      for (const message of command.addressMessages('spare', ips)) stream.send(message)
    },
    setNodes(ips) {
      for (const message of command.addressMessages('nodes', ips)) stream.send(message)
    },
    setZones: (ip, verdicts) => stream.send(command.zoneMessage(ip, verdicts)),
    forgetZones: () => stream.send(command.FORGET_ZONES),
    takeZoneHits: () => registrar.takeZoneHits(rpc),
    ping: (request) => stream.send(command.pingMessage(request)),
    setOutboundRegistrations: (wanted) => setOutboundRegistrations(rpc, wanted),
    outboundRegistrations: () => listOutboundRegistrations(rpc, clock.now_ms()),
    async close() {
      await stream.close()
      rpc.close()
      media.close()
    },
  }
}

type Stream = {
  send(message: string): void
  acknowledge(key: string): void
  isConnected(): boolean
  close(): Promise<void>
}

type StreamOptions = {
  readonly address: KamailioAddress
  readonly listener: SwitchListener
  readonly figures: KeptFigures
  readonly clock: Clock
  readonly log: Logger
}

function openStream({ address, listener, figures, clock, log }: StreamOptions): Stream {
  let current: { socket: Socket; window: Window; is_accepted: boolean } | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  /** Runs while data of Kamailio has arrived and nothing was sent since. */
  let silence: NodeJS.Timeout | undefined

  function open(): void {
    const socket = connect(address.evapi_port, '127.0.0.1')
    const window = new Window((frame) => write(socket, frame))
    let rest: Buffer = Buffer.alloc(0)
    let heartbeat: NodeJS.Timeout | undefined
    // Not through the window: it is small, and messages of Kamailio may depend on it.
    function beat(): void {
      write(socket, HEARTBEAT_FRAME)
      if (current?.is_accepted === false) write(socket, HELLO_QUESTION_FRAME)
    }
    socket.setNoDelay(true)
    socket.on('connect', () => {
      current = { socket, window, is_accepted: false }
      send(command.hello(address.secret, address.engine))
      beat()
      // From the loop that decides: when it is blocked, the heartbeat stops too, and Kamailio stops
      // asking.
      heartbeat = setInterval(beat, HEARTBEAT_MS)
    })
    /** Before this, Kamailio sends no question about a call to this engine. */
    function onAccepted(): void {
      if (current?.socket !== socket || current.is_accepted) return
      current.is_accepted = true
      log.info({ port: address.evapi_port }, 'connected to Kamailio')
      listener.onConnected()
    }
    socket.on('data', (bytes) => {
      const frames = readFrames(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]))
      rest = frames.rest
      for (const message of frames.messages)
        dispatchMessage(message, { listener, figures, clock, log, window, send, onAccepted })
      // Kamailio delays data until earlier data is acknowledged (Nagle, RFC 896), and our kernel
      // does that after 40 ms unless we send something: a question would wait that long.
      if (socket.writableCorked === 0) silence ??= setTimeout(beat, SILENCE_MS)
      if (frames.broken) {
        log.error('Kamailio sent an invalid frame; connecting again')
        socket.destroy()
      }
    })
    socket.on('error', (error) => log.debug({ error }, 'connection to Kamailio'))
    socket.on('close', () => {
      clearInterval(heartbeat)
      clearTimeout(silence)
      silence = undefined
      window.close()
      if (current?.socket === socket) {
        const { is_accepted } = current
        current = undefined
        if (is_accepted) listener.onDisconnected()
      }
      if (!closed) retry = setTimeout(open, RECONNECT_MS)
    })
  }

  function send(message: string): void {
    if (!current) return
    const { socket, window } = current
    if (socket.writableLength + window.heldBytes() > MAX_UNSENT_BYTES) {
      log.error('Kamailio does not read; connecting again')
      socket.destroy()
      return
    }
    window.send(writeFrame(message))
  }

  /** Frames of the same moment are sent in one packet, which wakes Kamailio once. */
  function write(socket: Socket, frame: Buffer): void {
    clearTimeout(silence)
    silence = undefined
    if (socket.writableCorked === 0) gather(socket)
    socket.write(frame)
    if (socket.writableLength > PACKET_BYTES) socket.uncork()
  }

  open()
  return {
    send,
    acknowledge: acknowledgeTogether(send),
    isConnected: () => current?.is_accepted === true,
    async close() {
      closed = true
      clearTimeout(retry)
      const last = current?.socket
      if (!last) return
      await new Promise<void>((resolve) => {
        last.once('close', () => resolve())
        last.end(() => last.destroy())
      })
    },
  }
}

/** Acknowledges in one frame the events that the same commit has stored. */
function acknowledgeTogether(send: (message: string) => void): (key: string) => void {
  let stored: string[] = []
  function sendStored(): void {
    if (stored.length > 0) send(command.acknowledgement(stored))
    stored = []
  }
  return (key) => {
    if (stored.length === 0) setImmediate(sendStored)
    stored.push(key)
    if (stored.length === command.ACKNOWLEDGED_MAX) sendStored()
  }
}

/** Lets the frames of this turn of the loop join. */
function gather(socket: Socket): void {
  socket.cork()
  setImmediate(() => socket.uncork())
}

type FrameHandlers = Omit<StreamOptions, 'address'> & {
  readonly window: Window
  send(message: string): void
  onAccepted(): void
}

function dispatchMessage(message: string, handlers: FrameHandlers): void {
  const { listener, figures, log, window } = handlers
  const incoming = readMessage(message)
  switch (incoming.what) {
    case 'invite':
      void answer(incoming.invite, handlers, async (invite) => {
        const reply = await listener.decide(invite)
        return reply && command.replyMessage(invite.tx, reply)
      })
      break
    case 'credentials':
      void answer(incoming.question, handlers, async (question) => {
        const known = await listener.credentials?.(question)
        return known && command.credentialsMessage(question.tx, known)
      })
      break
    case 'attempt':
      void answer(incoming.question, handlers, async (question) =>
        command.attemptMessage(question.tx, (await listener.hasCapacity?.(question)) ?? true),
      )
      break
    case 'notice':
      listener.onNotice?.(incoming.notice)
      break
    case 'event':
      void tellEvent(incoming.event, incoming.caller_tag, listener, figures)
      break
    case 'read':
      if (incoming.question === HELLO_QUESTION) handlers.onAccepted()
      else window.onRead(incoming.question)
      break
    case 'malformed':
      log.error(
        { message: message.slice(0, 500), why: incoming.why },
        'malformed message from Kamailio',
      )
      break
  }
}

/** The end of a call whose media was relayed is reported with its media quality. */
async function tellEvent(
  event: CallEvent,
  caller_tag: string,
  listener: SwitchListener,
  figures: KeptFigures,
): Promise<void> {
  if (caller_tag === '') listener.onEvent(event)
  else listener.onEvent({ ...event, media: await figures.of(event, caller_tag) })
}

/** Sends the message that continues a transaction that waits in the switch. */
async function answer<Question extends { tx: string; received_at: Stamp }>(
  question: Question,
  { clock, log, send }: FrameHandlers,
  messageFor: (question: Question) => Promise<string | undefined>,
): Promise<void> {
  const { tx } = question
  const isStale = () => clock.now_ms() / 1000 - question.received_at > STALE_SECONDS
  if (isStale()) return log.warn({ tx }, 'a question came too late and is dropped')
  try {
    const message = await messageFor(question)
    // The switch has already answered 503 and reports the end of the call in an event.
    if (isStale()) return log.warn({ tx }, 'a reply came too late and is dropped')
    if (message) send(message)
  } catch (error) {
    // Kamailio refuses with 503 when no reply comes; other calls are not affected.
    log.error({ error, tx }, 'a question failed')
  }
}

const uptime = z.object({ uptime: z.number() })
const dialogFigures = z.object({ all: z.number() })

async function checkHealth(rpc: KamailioRpc, connected: boolean): Promise<SwitchHealth> {
  try {
    const [up, dialogs] = await Promise.all([rpc.call('core.uptime'), rpc.call('dlg.stats_active')])
    return {
      connected,
      uptime_seconds: uptime.parse(up).uptime,
      active_calls: dialogFigures.parse(dialogs).all,
    }
  } catch {
    // Any error means that it is not healthy.
    return { connected, uptime_seconds: null, active_calls: null }
  }
}
