import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = string | number | boolean

/** A span as it came over OTLP/HTTP, https://opentelemetry.io/docs/specs/otlp/#otlphttp. */
export interface ReceivedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Undefined for the first of a trace. */
  readonly parentSpanId: string | undefined
  /** Nanoseconds since 1970. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: Readonly<Record<string, Value>>
  readonly events: readonly string[]
}

interface KeyValue {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean }
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly startTimeUnixNano: string
        readonly endTimeUnixNano: string
        readonly attributes: readonly KeyValue[]
        readonly events: readonly { readonly name: string }[]
      }[]
    }[]
  }[]
}

/** A collector of traces: takes what an exporter posts to `/v1/traces`, in the order it comes. */
export interface OtlpReceiver {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Everything that came, as it came. */
  text(): string
  /** Names of the services that sent something. */
  readonly services: ReadonlySet<Value | undefined>
  close(): void
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: Export[] = []
  const spans: ReceivedSpan[] = []
  const services = new Set<Value | undefined>()
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url !== '/v1/traces') throw new Error(`an export to ${request.url}`)
      const body = (await json(request)) as Export
      bodies.push(body)
      for (const { resource, scopeSpans } of body.resourceSpans) {
        services.add(attributesOf(resource.attributes)['service.name'])
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            name: span.name,
            traceId: span.traceId,
            spanId: span.spanId,
            parentSpanId: span.parentSpanId,
            start: BigInt(span.startTimeUnixNano),
            end: BigInt(span.endTimeUnixNano),
            attributes: attributesOf(span.attributes),
            events: span.events.map(({ name }) => name),
          })
      }
      response.end('{}')
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => JSON.stringify(bodies),
    services,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function attributesOf(list: readonly KeyValue[]): Record<string, Value> {
  return Object.fromEntries(
    list.flatMap(({ key, value }) => {
      const found = value.stringValue ?? value.intValue ?? value.boolValue
      return found === undefined ? [] : [[key, found]]
    }),
  )
}
