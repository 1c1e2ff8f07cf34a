// Where the switch listens: the stored ports, and their change. Ports that were given up stay open
// for the calls that use them, because a call keeps its ports up to its end.
import { z } from 'zod'
import { FIRST_NODE } from '#core/call/engine-name.ts'
import {
  leftListeners,
  type MediaPlace,
  mediaOf,
  type SipListener,
  type SipPorts,
  socketName,
} from '#core/sip-ports.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { countOpenCalls } from '#db/machine/machine-facts.ts'
import {
  beginTrial,
  readMediaPlace,
  readSipPorts,
  readSipPortsChange,
  refuseSipPorts,
  type SipPortsChange,
  undoSipPorts,
  writeClosing,
} from '#db/machine/sip-ports.ts'
import { writeSetting } from '#db/settings.ts'
import type { Config } from '../config.ts'
import { type Renewable, renewProcess } from '../processes/renew-process.ts'
import { askKamailio, type RpcAddress } from './kamailio-rpc.ts'
import { findListenerFault } from './listener-faults.ts'
import { isHere } from './tunnels.ts'

const TICK_MS = 1000
/** Ticks between two looks at the calls of ports that were given up. */
const LOOK_EVERY = 5

export interface SwitchParts {
  readonly kamailio: Renewable
  readonly rtpengine: Renewable
  readonly rpc: RpcAddress
  /** Fails with what Kamailio says against it. */
  tryListeners(listen: readonly SipListener[]): Promise<void>
}

export interface LivePorts {
  /** The ports in use, and those that still have calls. */
  listen(): readonly SipListener[]
  media(): MediaPlace
  /** In place of hidden addresses. */
  mask(): string
  /** Executes changes from now on, until the returned function is called. */
  watch(parts: SwitchParts): () => Promise<void>
}

/** The ports from the environment variables, for the first start. */
function portsOf({ SIP_LISTEN, SIP_ADVERTISE, RTP_MIN, RTP_MAX }: Config): SipPorts {
  return {
    listen: SIP_LISTEN.map((one) => ({ ...one, advertise: SIP_ADVERTISE ?? null })),
    rtp_min: RTP_MIN,
    rtp_max: RTP_MAX,
  }
}

/** A node listens where its environment says; the console changes only the first machine. */
export function fixedSipPorts(config: Config): LivePorts {
  const ports = portsOf(config)
  const media = mediaOf(ports)
  return {
    listen: () => ports.listen,
    media: () => media,
    mask: () => media.advertise ?? media.address,
    watch: () => async () => {},
  }
}

export async function openSipPorts(
  url: string,
  config: Config,
  say: (line: string) => void,
): Promise<LivePorts> {
  const database = openDatabase(url, 'supervisor sip ports', 1)
  const fromEnvironment = portsOf(config)
  const stored = await readSipPorts(database)
  if (!stored) await writeSetting(database, 'sip_ports', fromEnvironment)
  const away = stored?.listen.find(({ address }) => !isHere(address))
  if (away) {
    say(`${away.address} of the stored SIP ports is not on this machine: SIP_LISTEN is used`)
  }
  const confirmed = stored && !away ? stored : fromEnvironment
  const change = await readSipPortsChange(database)
  const closing = (change?.closing ?? []).filter(({ address }) => isHere(address))
  const left = leftListeners(closing, confirmed.listen)
  if (change) {
    const tried = leftListeners([...change.ports.listen, ...left], confirmed.listen)
    await undoSipPorts(database, change.id, tried, 'The supervisor was restarted.')
  }
  const media = await readMediaPlace(database)
  return new LiveSipPorts(
    database,
    confirmed,
    left,
    media && isHere(media.address) && !away ? media : mediaOf(confirmed),
  )
}

class LiveSipPorts implements LivePorts {
  readonly #database: Database
  #confirmed: SipPorts
  /** Those in use: the confirmed ones, or those of the trial. */
  #target: SipPorts
  #closing: readonly SipListener[]
  /** Closing ones on which Kamailio refuses new calls since an earlier look. */
  #refusing = new Set<string>()
  #media: MediaPlace

  constructor(
    database: Database,
    confirmed: SipPorts,
    closing: readonly SipListener[],
    media: MediaPlace,
  ) {
    this.#database = database
    this.#confirmed = confirmed
    this.#target = confirmed
    this.#closing = closing
    this.#media = media
  }

  listen = (): readonly SipListener[] => [...this.#target.listen, ...this.#closing]
  media = (): MediaPlace => this.#media
  mask = (): string => this.#media.advertise ?? this.#media.address

  watch(parts: SwitchParts): () => Promise<void> {
    let ticks = 0
    let working: Promise<void> | undefined
    const timer = setInterval(() => {
      ticks += 1
      // While the database is away nothing changes.
      working ??= this.#tick(parts, ticks % LOOK_EVERY === 0)
        .catch(() => {})
        .finally(() => {
          working = undefined
        })
    }, TICK_MS)
    return async () => {
      clearInterval(timer)
      await working
      await this.#database.destroy()
    }
  }

  async #tick(parts: SwitchParts, isLook: boolean): Promise<void> {
    const change = await readSipPortsChange(this.#database)
    if (change?.state === 'REQUESTED') return this.#apply(parts, change)
    if (change?.state === 'UNCONFIRMED') {
      return change.is_overdue ? this.#undo(parts, change) : undefined
    }
    if (change?.state === 'CONFIRMED') this.#confirmed = this.#target
    if (!isLook) return
    if (change && this.#closing.length > 0) await this.#closeUnused(parts, change)
    await this.#moveMedia(parts)
  }

  async #apply(parts: SwitchParts, { id, ports }: SipPortsChange): Promise<void> {
    const fault = await findListenerFault(ports.listen, this.listen())
    if (fault) return refuseSipPorts(this.#database, id, fault)
    try {
      await parts.tryListeners(ports.listen)
      const closing = leftListeners(this.listen(), ports.listen)
      await this.#use(parts, ports, closing, 'SIP ports changed')
      await beginTrial(this.#database, id, closing)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      await refuseSipPorts(this.#database, id, { field: 'listen', message })
    }
  }

  async #undo(parts: SwitchParts, { id }: SipPortsChange): Promise<void> {
    const closing = leftListeners(this.listen(), this.#confirmed.listen)
    // It is too late for a confirmation, so the state follows the switch.
    await this.#use(parts, this.#confirmed, closing, 'SIP ports undone')
    await undoSipPorts(this.#database, id, closing, 'Not confirmed in time.')
  }

  /** Calls continue; if Kamailio does not run with them, it gets those of before. */
  async #use(
    { kamailio }: SwitchParts,
    target: SipPorts,
    closing: readonly SipListener[],
    reason: string,
  ): Promise<void> {
    const before = { target: this.#target, closing: this.#closing, listen: this.listen() }
    this.#target = target
    this.#closing = closing
    this.#refusing = new Set()
    if (JSON.stringify(this.listen()) === JSON.stringify(before.listen)) return
    try {
      await renewProcess(kamailio, reason)
    } catch (error) {
      this.#target = before.target
      this.#closing = before.closing
      kamailio.renew('SIP ports undone')
      throw error
    }
  }

  /** Kamailio refuses new calls on them first; without calls they are closed at a later look. */
  async #closeUnused(parts: SwitchParts, { id }: SipPortsChange): Promise<void> {
    const used = await usedSockets(parts.rpc)
    if (!used) return
    const kept = this.#closing.filter((listener) => {
      const name = socketName(listener)
      return used.has(name) || !this.#refusing.has(name)
    })
    if (kept.length < this.#closing.length) {
      await writeClosing(this.#database, id, kept)
      await this.#use(parts, this.#target, kept, 'unused SIP ports closed')
    }
    for (const listener of this.#closing) {
      const name = socketName(listener)
      const set = await askKamailio(parts.rpc, 'htable.sets', ['closing', name, '1'])
      if (set) this.#refusing.add(name)
    }
  }

  /** A change of rtpengine's ports or of the hidden address would cut calls: it waits for none. */
  async #moveMedia({ kamailio, rtpengine }: SwitchParts): Promise<void> {
    const wanted = mediaOf(this.#confirmed)
    if (JSON.stringify(wanted) === JSON.stringify(this.#media)) return
    if ((await countOpenCalls(this.#database, FIRST_NODE)) > 0) return
    const mask = this.mask()
    this.#media = wanted
    await writeSetting(this.#database, 'media_place', wanted)
    await renewProcess(rtpengine, 'media ports changed')
    if (this.mask() !== mask) await renewProcess(kamailio, 'SIP address changed')
  }
}

const dialogs = z
  .array(
    z.object({
      caller: z.object({ socket: z.string() }),
      callee: z.object({ socket: z.string() }),
    }),
  )
  .default([])

/** The sockets that calls use; undefined while Kamailio does not answer. */
async function usedSockets(rpc: RpcAddress): Promise<ReadonlySet<string> | undefined> {
  const answer = await askKamailio(rpc, 'dlg.list')
  const known = answer && dialogs.safeParse(answer.result ?? undefined)
  if (!known?.success) return undefined
  return new Set(known.data.flatMap(({ caller, callee }) => [caller.socket, callee.socket]))
}
