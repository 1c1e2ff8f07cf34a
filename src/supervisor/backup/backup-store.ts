// Where backups are: base backups, the segments of the log, and secrets, each a kind of file.
import type { Readable } from 'node:stream'
import type { BackupKey } from './backup-key.ts'

export interface StoredFile {
  readonly bytes: number
  readonly sha256: string
}

export interface BackupStore {
  /** A file of the same name is replaced when this one is whole. */
  put(kind: string, name: string, content: Readable | string): Promise<StoredFile>
  /** Whole files alone, by name. */
  list(kind: string): Promise<string[]>
  get(kind: string, name: string): Promise<Readable>
  remove(kind: string, name: string): Promise<void>
}

/** Where the backups of a data folder go, and the key with which they are sealed. */
export interface Backups {
  readonly store: BackupStore
  readonly key: BackupKey
}

export const BASE = 'base'
export const LOG = 'log'
export const SECRETS = 'secrets'

/** Compressed and encrypted. */
export const SEALED = '.zst.age'
export const MANIFEST = '.json'
