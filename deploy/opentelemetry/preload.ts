// Sends the server's spans over OTLP/HTTP. Loaded before the server, in each of its threads, by
// NODE_OPTIONS='--import /path/to/preload.ts' (docs/operations.md, "Traces"). The OTEL_* variables are those of
// https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/; the exporter reads those that are its.
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'

const env = process.env

/** Options of the batches, where a variable sets one. */
const BATCHES = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
} as const

/** The sampler that OTEL_TRACES_SAMPLER names. Throws for a name it does not know: the program then does not start. */
function sampler(name: string): Sampler {
  const [, root] = /^parentbased_(.+)$/.exec(name) ?? []
  if (root !== undefined) return new ParentBasedSampler({ root: sampler(root) })
  if (name === 'always_on') return new AlwaysOnSampler()
  if (name === 'always_off') return new AlwaysOffSampler()
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(Number(env['OTEL_TRACES_SAMPLER_ARG'] ?? 1))
  throw new RangeError(`OTEL_TRACES_SAMPLER: ${name} is not a sampler of this file`)
}

if (env['OTEL_SDK_DISABLED'] !== 'true') {
  const named = resourceFromAttributes({ 'service.name': 'strikewise' })
  const batches = Object.entries(BATCHES).flatMap(([option, variable]) =>
    env[variable] === undefined ? [] : [[option, Number(env[variable])] as const],
  )
  trace.setGlobalTracerProvider(
    new TracerProvider({
      resource: defaultResource()
        .merge(named)
        .merge(detectResources({ detectors: [envDetector] })),
      sampler: sampler(env['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on'),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...Object.fromEntries(batches) })],
    }),
  )
}
