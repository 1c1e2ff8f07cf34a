// The ports that the switch listens on: only the configured ones, because each is one more way in.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'

const SWITCH = '127.18.8.1'
const TUNNEL = '127.18.8.2'
const FIRST_PORT = 28_300

let kamailio: RunningKamailio
beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: FIRST_PORT, tunnel: TUNNEL })
})
afterAll(() => kamailio?.stop())

/** The sockets that these processes hold, by their numbers in /proc/net. */
function socketsOf(pids: readonly number[]): Set<string> {
  const links = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)),
  )
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
}

/** `0100007F:1F90` is 127.0.0.1:8080: the address back to front, both in hex. */
function readAddress(hex: string): string {
  const [ip = '', port = ''] = hex.split(':')
  return `${Buffer.from(ip, 'hex').toReversed().join('.')}:${Number.parseInt(port, 16)}`
}

/** Where they listen over TCP, or receive over UDP. */
function listeners(transport: 'tcp' | 'udp', pids: readonly number[]): string[] {
  const sockets = socketsOf(pids)
  const waits = transport === 'tcp' ? '0A' : '07'
  const lines = readFileSync(`/proc/net/${transport}`, 'utf8').trim().split('\n').slice(1)
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words[3] === waits && sockets.has(words[9] ?? ''))
    .map((words) => readAddress(words[1] ?? ''))
    .toSorted()
}

test('SIP over UDP alone, for tunnels too, and two ports for our own on loopback', () => {
  const pids = kamailio.processes()
  expect(listeners('udp', pids)).toEqual([`${SWITCH}:5060`, `${TUNNEL}:5060`])
  expect(listeners('tcp', pids)).toEqual([`127.0.0.1:${FIRST_PORT}`, `127.0.0.1:${FIRST_PORT + 1}`])
})
