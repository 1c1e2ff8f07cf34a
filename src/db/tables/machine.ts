// Settings, processes, firewall and partitions.

import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PartitionedTable } from '#core/call/reason-to-keep.ts'
import type { AddressKind } from '#core/firewall/country-network.ts'
import type { ZonePolicy, ZoneService } from '#core/firewall/firewall-zone.ts'
import type { LogoType } from '#core/logo.ts'
import type { SupervisorAction } from '#core/permission/machine-actions.ts'
import type { Accumulated, Defaulted, Id, Instant, Stamp, Stamped, Word } from './columns.ts'

export interface SettingTable extends Stamped {
  key: string
  value: JSONColumnType<object>
  version: Generated<number>
}

export interface ProcessStateTable extends Stamped {
  node_id: Generated<number>
  name: string
  state: Word<'starting' | 'running' | 'stopped' | 'missing' | 'failing'>
  detail: Generated<string>
  facts: Defaulted<unknown>
  seen_at: Stamp
}

export interface MachineSampleTable {
  node_id: Generated<number>
  at: Stamp
  cpu_percent: number
  load: number
  memory_percent: number
  received_bytes_per_second: number
  sent_bytes_per_second: number
  calls: number
  calls_per_second: number
}

export interface MachineTaskTable {
  id: Id
  node_id: Generated<number>
  action: SupervisorAction
  is_forced: Generated<boolean>
  requested_by: string
  requested_at: Stamp
  taken_at: string | null
  done_at: string | null
  is_ok: boolean | null
  message: Generated<string>
}

export interface NodeTable extends Stamped {
  id: number
  name: string
  sip_address: Generated<string>
  release: Generated<string>
  last_migration: Generated<string>
  drained_at: Instant | null
  joined_at: Instant | null
  removed_at: Instant | null
  version: Generated<number>
}

export interface NodeJoinTable {
  id: Id
  node_id: number
  code: string
  expires_at: Instant
  node_key: string | null
  proof: string | null
  supervisor_key: string | null
  sealed: string | null
  refusal: Generated<string>
  created_at: Stamp
}

export interface LogoTable {
  id: Defaulted<number>
  type: LogoType
  bytes: Buffer
  hash: string
}

export interface BanTable extends Stamped {
  ip: string
  kind: 'AUTO' | 'FLOOD' | 'MANUAL'
  reason: string
  banned_until: Instant
  created_by: number | null
}

export interface FirewallZoneTable extends Stamped {
  id: Id
  name: string
  description: string
  position: number
  policy: ZonePolicy
  requests_per_second: number | null
  services: ColumnType<ZoneService[], ZoneService[], ZoneService[]>
  countries: ColumnType<string[], string[] | undefined, string[]>
  status: 'active' | 'blocked'
  version: Generated<number>
}

export interface FirewallNetworkTable {
  zone_id: number
  network: string
  comment: string
  expires_at: Instant | null
}

export interface CountryFileTable {
  id: Id
  kind: Word<AddressKind>
  file_name: string
  published_at: Instant
  networks_count: number
  countries_count: number
  content: Uint8Array
  uploaded_by: string
  uploaded_at: Stamp
}

export interface FirewallHitTable {
  zone_id: number
  hits: number
  last_hit_at: Stamp
}

export interface PartitionRemovalTable {
  id: Id
  name: string
  parent: PartitionedTable
  from_at: Instant
  to_at: Instant
  state: Defaulted<'WAITING' | 'DETACHED' | 'REMOVED' | 'REFUSED'>
  error: Generated<string>
  wants_export: boolean
  is_forced: Generated<boolean>
  requested_by: number | null
  created_at: Stamp
  removed_at: Instant | null
  row_count: number | null
  first_key: ColumnType<never, string | null, string | null>
  last_key: ColumnType<never, string | null, string | null>
  ledger_amount: Accumulated | null
  export_file: string | null
  export_sha256: string | null
}

export interface BackupStoreTable {
  is_only: Generated<boolean>
  kind: Word<'OFF' | 'OWN' | 'EXTERNAL'>
  address: Generated<string>
  since: Stamp
  log_stored_until: Instant | null
  key_recipient: Generated<string>
  sealed_key: string | null
}

export interface BaseBackupTable {
  name: string
  started_at: Instant
  ended_at: Instant
  bytes: number
}

export interface RestoreTestTable {
  id: Id
  backup_name: string
  started_at: Stamp
  step: Generated<string>
  ended_at: Instant | null
  error: Generated<string>
  restore_ms: number | null
  check_ms: number | null
  restored_until: Instant | null
  indexes: number | null
  rules: number | null
}
