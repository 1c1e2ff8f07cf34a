// The context of every handler besides the request itself; made once per server, so that tests pass
// in their own time and database.
import type { Clock } from '#core/time/clock.ts'
import type { Database } from '#db/database.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import type { ResolveHost } from '../checks/gateway-host.ts'
import type { ReadTextRecords } from '../checks/text-records.ts'
import type { PdfWriter } from '../documents/pdf-writer.ts'
import type { LoginTries } from '../sign-in/login-tries.ts'
import type { Passwords } from '../sign-in/password.ts'
import type { FirewallGuard } from './firewall-guard.ts'
import type { Replica } from './replica.ts'
import type { TurnsOfServer } from './turns.ts'

export interface AppContext {
  readonly database: Database
  readonly clock: Clock
  /** Signs XSRF tokens and captchas. */
  readonly sessionKey: string
  /** Encrypt the passwords that the switch must have in clear. */
  readonly secretKeys: SecretKeys
  readonly passwords: Passwords
  readonly loginTries: LoginTries
  readonly firewall: FirewallGuard
  readonly pdf: PdfWriter
  /** Connections that queries of lists and reports cannot take: for sessions and logins. */
  readonly sessionDatabase: Database
  /** Serves what reads history; undefined without one. */
  readonly replica: Replica | undefined
  /** A query to the DNS. */
  readonly resolveHost: ResolveHost
  /** Another one, for the proof of a domain. */
  readonly readTextRecords: ReadTextRecords
  /** Where the test line of this machine listens. */
  readonly test_line_port: number
  readonly turns: TurnsOfServer
  /** How long a file may take to arrive. */
  readonly upload_ms: number
  /** How long an export waits until its reader takes more of it. */
  readonly unread_ms: number
  /** By the names of their endpoints: a bulk change saves each thing as its form does. */
  readonly handlers: ReadonlyMap<string, (request: never) => Promise<unknown>>
  /** The request is one of many of a bulk change, which needs no figures in the answer. */
  readonly is_part?: true
}

export const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString()
