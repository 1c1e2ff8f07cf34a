// The means that all documents are drawn with.
import type { AppContext } from '../http/app-context.ts'

export type Drawing = Pick<AppContext, 'database' | 'pdf' | 'clock'>

export interface DocumentFile {
  readonly name: string
  readonly bytes: Uint8Array
}
