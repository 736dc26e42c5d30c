import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api'

const tracer = trace.getTracer('koi')
let isOn = false

/** Without traces nothing here costs more than a call. */
export function turnTraces(state: 'on' | 'off'): void {
  isOn = state === 'on'
}

interface CallTrace {
  readonly requestId: string
  readonly method: string
  /** Of a trusted proxy: the span becomes part of its trace. */
  readonly traceparent: string | undefined
}

/** The span of a request. `work` answers its route, never its address, and its status. */
export async function traceCall(
  { requestId, method, traceparent }: CallTrace,
  work: () => Promise<{ readonly route: string; readonly status: number }>,
): Promise<void> {
  if (!isOn) return void (await work())
  const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT
  const attributes = { 'koi.request_id': requestId, 'http.request.method': method }
  await tracer.startActiveSpan(method, { kind: SpanKind.SERVER, attributes }, parent, async (span) => {
    try {
      const { route, status } = await work()
      span.updateName(`${method} ${route}`)
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    } finally {
      span.end()
    }
  })
}

/** The span of work that belongs to no request. */
export const inSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  isOn ? tracer.startActiveSpan(name, { attributes }, (span) => ended(span, work)) : work()

/** A span of a request, or of other work that has one: nothing without. */
export const inStep = <T>(name: () => string, work: () => Promise<T>): Promise<T> =>
  isOn && trace.getActiveSpan()
    ? tracer.startActiveSpan(name(), { kind: SpanKind.CLIENT }, (span) => ended(span, work))
    : work()

/** For work that several requests share: its spans are of none of them. */
export const outsideSpans = <T>(work: () => T): T => (isOn ? context.with(ROOT_CONTEXT, work) : work())

/** A message may hold what nobody else should read, so a span has only the kind of the error. */
async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
    throw error
  } finally {
    span.end()
  }
}
