// The log of the engine: one JSON object per line.
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** An error under the name `error` has no fields of its own, and would be written as `{}`. */
export function makeLog(level: string, engine: string, to?: DestinationStream): Logger {
  const options = { level, base: { engine }, serializers: { error: stdSerializers.err } }
  return to ? pino(options, to) : pino(options)
}
