/** Variables that the process reads. */
export interface Settings {
  /** Keys, and what was called and launched. */
  readonly folder: string
  /** Listens on loopback only; 0 lets the system choose. */
  readonly port: number
  /** Null for the address where it listens. */
  readonly origin: string | null
  /** Address of the operator's wallet, without the path of a call. */
  readonly walletUrl: string
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const dataDir = env['DATA_DIR'] || '.data'
  const koi = env['KOI_DEMO_PROVIDER_OPERATOR'] || 'http://127.0.0.1:8080'
  return {
    folder: `${dataDir}/demo-provider`,
    port: Number(env['KOI_DEMO_PROVIDER_PORT'] || 0),
    origin: env['KOI_DEMO_PROVIDER_ORIGIN'] || null,
    walletUrl: `${koi.replace(/\/+$/, '')}/api/providers/koi-demo`,
  }
}
