// Loaded before the API and the engines where OTEL_EXPORTER_OTLP_ENDPOINT is set: what they trace
// by @opentelemetry/api goes there in batches. Without it that package does nothing. All else is
// said by OpenTelemetry's own variables, which OTEL_VARIABLES of ../node-parts.ts hands on.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

/** Spans that wait for a receiver that is away; later ones are dropped. */
const QUEUE_MAX = 2048

const engine = process.env.ENGINE_NAME
const name = engine === undefined ? 'softswitch-api' : `softswitch-engine-${engine}`
const provider = new NodeTracerProvider({
  resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name })),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(), { maxQueueSize: QUEUE_MAX })],
})
provider.register()
