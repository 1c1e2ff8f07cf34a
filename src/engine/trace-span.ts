// Spans of calls for OpenTelemetry; without a receiver they cost next to nothing.
import { type Span, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('softswitch.engine')

/** Runs `work` as a span, below the one that is active unless it is a root. */
export const traceSpan = <T>(
  name: string,
  work: (span: Span) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> =>
  tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
