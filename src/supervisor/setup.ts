// The setup with which the parts of the product are started.
import type { Config } from './config.ts'
import type { DataFolder, Secrets } from './data-folder.ts'
import type { Ports } from './ports.ts'
import type { Programs } from './processes/programs.ts'

export interface Setup {
  config: Config
  folder: DataFolder
  node_id: number
  secrets: Secrets
  programs: Programs
  ports: Ports
}
