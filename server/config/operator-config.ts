import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import { FlagSchema, HostSchema, isOrigin, isSafeOrigin, PortSchema, variable } from './environment.ts'
import type { KoiFile } from './koi-file.ts'
import { dollarsOf } from './play-config.ts'

export interface OperatorConfig {
  /** Where the console listens apart from the players' app; null means with it. */
  readonly listen: { readonly host: string; readonly port: number } | null
  /** The address that operators open; null means the origin of the request, in practice mode. */
  readonly origin: string | null
  /** In 10⁻⁸ US dollars: the most that one operator alone gives within 24 hours, and lets pass of a withdrawal. */
  readonly fourEyes: bigint
  /** True if the console believes a proxy about who calls. */
  readonly trustProxy: boolean
}

export const OPERATOR_DEFAULT = { fourEyesUsd: '1000', host: '127.0.0.1' } as const

export const OPERATOR_ENVIRONMENT = {
  OPERATOR_PORT: variable(PortSchema, {
    section: 'Console',
    meaning:
      'port where the console and its calls are served, and nowhere else; without it they are served with the players’ app, below `/operator`',
  }),
  OPERATOR_HOST: variable(HostSchema, {
    section: 'Console',
    unset: OPERATOR_DEFAULT.host,
    meaning: 'address of that port',
  }),
  OPERATOR_TRUST_PROXY: variable(FlagSchema, {
    section: 'Console',
    unset: '0',
    meaning:
      '`1` when a proxy as `TRUST_PROXY` describes it is the only way to `OPERATOR_PORT`. Not for an ssh tunnel: its user could forge the addresses in the log. Without `OPERATOR_PORT` `TRUST_PROXY` counts',
  }),
  OPERATOR_ORIGIN: variable(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'must be an origin such as https://console.koi.example, without a path'),
    ),
    {
      section: 'Console',
      unset: '`PUBLIC_ORIGIN`',
      meaning:
        'the origin that operators open, `https://console.koi.example`. Their passkeys are valid only for it. The signer needs it too, or `PUBLIC_ORIGIN`: it checks their votes itself',
    },
  ),
}

interface SetVariables {
  readonly OPERATOR_PORT?: number | undefined
  readonly OPERATOR_HOST?: string | undefined
  readonly OPERATOR_TRUST_PROXY?: boolean | undefined
  readonly OPERATOR_ORIGIN?: string | undefined
  readonly PUBLIC_ORIGIN?: string | undefined
  readonly TRUST_PROXY?: boolean | undefined
}

/** @throws StartupError */
export function operatorConfigOf(
  set: SetVariables,
  { operator }: KoiFile,
  mode: 'practice' | 'live',
): OperatorConfig {
  const origin = set.OPERATOR_ORIGIN ?? set.PUBLIC_ORIGIN ?? null
  if (mode === 'live' && origin !== null && !isSafeOrigin(origin)) {
    throw new StartupError(
      'OPERATOR_ORIGIN must begin with https:// in live mode, because passkeys need it; only a host such as localhost may go without.',
    )
  }
  const { OPERATOR_PORT: port, OPERATOR_HOST: host = OPERATOR_DEFAULT.host } = set
  return {
    listen: port === undefined ? null : { host, port },
    origin,
    trustProxy: (port === undefined ? set.TRUST_PROXY : set.OPERATOR_TRUST_PROXY) ?? false,
    fourEyes: dollarsOf(operator?.fourEyesUsd ?? OPERATOR_DEFAULT.fourEyesUsd),
  }
}
