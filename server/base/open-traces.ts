import { setTimeout as sleep } from 'node:timers/promises'
import { diag, DiagLogLevel } from '@opentelemetry/api'
import type { Logger } from './logger.ts'
import { turnTraces } from './trace.ts'
import { VERSION } from './version.ts'

const TELL_EVERY_MS = 60_000
/** The last spans are not worth a longer stop. */
const STOP_MS = 2_000

interface TracesOptions {
  /** OTLP over HTTP; null for no traces, and then no code of them is loaded. */
  readonly endpoint: string | null
  readonly service: string
  readonly logger: Logger
}

/** Begins to send spans. The exporter also reads the other `OTEL_` variables, such as those for headers and sampling. */
export async function openTraces({ endpoint, service, logger }: TracesOptions): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => {}
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  tellFailures(logger)
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  })
  provider.register()
  turnTraces('on')
  return async () => {
    turnTraces('off')
    await Promise.race([provider.shutdown().catch(() => {}), sleep(STOP_MS, undefined, { ref: false })])
  }
}

function tellFailures(logger: Logger): void {
  let toldAt = -Infinity
  const tell = (message: string) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    logger.warn({ reason: message.slice(0, 500) }, 'traces cannot be sent')
  }
  const silent = () => {}
  diag.setLogger(
    { error: tell, warn: silent, info: silent, debug: silent, verbose: silent },
    DiagLogLevel.ERROR,
  )
}
