import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import { isOrigin, isSafeOrigin, PortSchema, variable } from './environment.ts'
import type { KoiFile } from './koi-file.ts'
import { dollarsOf } from './play-config.ts'

export interface OperatorConfig {
  /** Where the console listens apart from the players' app; null means with it. */
  readonly listen: { readonly host: string; readonly port: number } | null
  /** The address that operators open; null means the origin of the request, in practice mode. */
  readonly origin: string | null
  /** In 10⁻⁸ US dollars: above it one operator alone gives nothing and lets no withdrawal pass. */
  readonly fourEyes: bigint
}

export const OPERATOR_DEFAULT = { fourEyesUsd: '1000', host: '127.0.0.1' } as const

export const OPERATOR_ENVIRONMENT = {
  OPERATOR_PORT: variable(PortSchema, {
    section: 'Console',
    meaning:
      'port where the console and its calls are served, and nowhere else; without it they are served with the players’ app, below `/operator`',
  }),
  OPERATOR_HOST: variable(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name')), {
    section: 'Console',
    unset: OPERATOR_DEFAULT.host,
    meaning: 'address of that port',
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
  readonly OPERATOR_ORIGIN?: string | undefined
  readonly PUBLIC_ORIGIN?: string | undefined
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
    fourEyes: dollarsOf(operator?.fourEyesUsd ?? OPERATOR_DEFAULT.fourEyesUsd),
  }
}
