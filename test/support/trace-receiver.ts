// A receiver of OpenTelemetry traces, OTLP over HTTP as JSON.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}
interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface Span {
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly events: readonly { readonly attributes: readonly Attribute[] }[]
}

export interface ReceivedSpan {
  readonly name: string
  readonly service: string | undefined
  readonly attributes: Readonly<Record<string, string | number | undefined>>
  /** The texts of its queries. */
  readonly events: readonly unknown[]
}

export interface TraceReceiver {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  close(): Promise<void>
}

const record = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue] as const),
  )

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Sent
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = record(resource.attributes)['service.name']
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({
          name: span.name,
          service: String(service),
          attributes: record(span.attributes),
          events: span.events.map((event) => record(event.attributes)['db.query.text']),
        })
      }
    }
    response.setHeader('Content-Type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
