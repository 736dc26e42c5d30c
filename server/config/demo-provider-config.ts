import { join, resolve } from 'node:path'
import * as v from 'valibot'
import type { KoiFile } from './koi-file.ts'
import { HttpAddressSchema, parseUrl, PortSchema, variable } from './environment.ts'

export const DEMO_PROVIDER = 'koi-demo'

const ORIGIN = 'must be an https origin such as https://games.example, without a path'

export const DEMO_PROVIDER_ENVIRONMENT = {
  KOI_DEMO_PROVIDER: variable(v.union([v.literal('0'), HttpAddressSchema], 'must be 0 or an http address'), {
    section: 'Every server',
    meaning:
      'practice mode: `0` goes without the games of Demo Studio, and the address of one that runs already uses that. Unset, `npm start` starts one. Live mode never has it',
  }),
  /** Read by the provider's own process; checked here so that a mistyped one stops the start. */
  KOI_DEMO_PROVIDER_PORT: variable(PortSchema, {
    section: 'Every server',
    unset: '0',
    meaning: 'port on loopback where Demo Studio listens; 0 lets the system choose',
  }),
  KOI_DEMO_PROVIDER_ORIGIN: variable(
    v.pipe(
      v.string(),
      v.check((text) => /^https:/.test(text) && parseUrl(text)?.origin === text, ORIGIN),
    ),
    {
      section: 'Every server',
      meaning:
        'origin under which players reach Demo Studio, `https://games.example`, where a proxy leads to its port; without it, its games open in browsers on this machine only. It must differ from Koi’s own',
    },
  ),
  /** Read by the provider's own process. */
  KOI_DEMO_PROVIDER_OPERATOR: variable(HttpAddressSchema, {
    section: 'Every server',
    meaning:
      'address of the server that a Demo Studio calls which was started by itself (`npm run provider:demo`)',
  }),
}
type DemoProviderEnvironment = v.InferOutput<v.ObjectSchema<typeof DEMO_PROVIDER_ENVIRONMENT, undefined>>

type FileProvider = NonNullable<KoiFile['providers']>[number]

/** The configured providers and, in practice mode, Demo Studio if one runs. Its keys lie in its folder. */
export function withDemoProvider(
  { providers = [] }: KoiFile,
  set: DemoProviderEnvironment,
  { mode, dataDir }: { readonly mode: 'practice' | 'live'; readonly dataDir: string },
): FileProvider[] {
  const url = set.KOI_DEMO_PROVIDER
  const isThere = mode === 'practice' && url !== undefined && url !== '0'
  if (!isThere || providers.some(({ name }) => name === DEMO_PROVIDER)) return providers
  const folder = resolve(join(dataDir, 'demo-provider'))
  return [
    ...providers,
    {
      name: DEMO_PROVIDER,
      title: 'Demo Studio',
      protocol: 'hub88',
      url,
      operatorId: 'koi',
      ownKeyFile: join(folder, 'koi.key'),
      keyFiles: [join(folder, 'provider.pem')],
      currencies: [{ currency: 'USDT', coin: 'usdt-tron' }],
      frameOrigins: [set.KOI_DEMO_PROVIDER_ORIGIN ?? new URL(url).origin],
    },
  ]
}
