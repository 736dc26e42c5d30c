import * as v from 'valibot'
import { HostSchema, HttpAddressSchema, PortSchema, variable } from './environment.ts'

export interface MetricsConfig {
  /** Null for no port of its own; 0 lets the system choose. */
  readonly port: number | null
  readonly host: string
  /** Without a port of its own, the main port serves the figures to whoever has it; null means nobody. */
  readonly token: string | null
  /** Base address of a collector for traces (OTLP over HTTP); null for no traces. */
  readonly tracesUrl: string | null
}

const LOOPBACK = '127.0.0.1'
const LEAST_TOKEN = 16

export const METRICS_ENVIRONMENT = {
  METRICS_PORT: variable(PortSchema, {
    section: 'Every server',
    meaning:
      'port for `/metrics`, the figures for Prometheus: see [Operating](operating.md#numbers-and-alarms). Unset, they are served on the main port if `METRICS_TOKEN` is set, and else nowhere',
  }),
  METRICS_HOST: variable(HostSchema, {
    section: 'Every server',
    unset: LOOPBACK,
    meaning: 'address of that port, for server and signer',
  }),
  METRICS_TOKEN: variable(
    v.pipe(
      v.string(),
      v.regex(/^[\w.~+/-]+=*$/, 'must be of the characters that a bearer token may have'),
      v.minLength(LEAST_TOKEN, `must have ${LEAST_TOKEN} characters or more`),
    ),
    {
      section: 'Every server',
      isSecret: true,
      meaning: 'bearer token without which `/metrics` is refused; 16 characters or more',
    },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(HttpAddressSchema, {
    section: 'Every server',
    meaning:
      'collector of traces, `http://127.0.0.1:4318` (OpenTelemetry, OTLP over HTTP). Unset, there are no traces. `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` mean what OpenTelemetry says',
  }),
}

type MetricsEnvironment = v.InferOutput<v.ObjectSchema<typeof METRICS_ENVIRONMENT, undefined>>

export const metricsConfigOf = (set: MetricsEnvironment): MetricsConfig => ({
  port: set.METRICS_PORT ?? null,
  host: set.METRICS_HOST ?? LOOPBACK,
  token: set.METRICS_TOKEN ?? null,
  tracesUrl: set.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
})
