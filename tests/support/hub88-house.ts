import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE } from '#contract/api-base.ts'
import type { Database } from '#server/db/tables.ts'

export const PROVIDER = 'hub'
export const PROVIDER_BASE = `${API_BASE}/providers/${PROVIDER}`
/** The game that `hub88Body` plays unless told otherwise. */
const GAME = 'wheel'

/** A key pair of a provider that speaks Hub88's protocol, and the entry of the configuration that knows it. */
export function createHub88House() {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [provider, own] = [pair(), pair()]
  const dir = mkdtempSync(join(tmpdir(), 'koi-provider-keys-'))
  const write = (name: string, pem: string | Buffer) => {
    writeFileSync(join(dir, name), pem)
    return join(dir, name)
  }
  const privatePem = provider.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    privatePem,
    config: {
      providers: [
        {
          name: PROVIDER,
          title: 'Hub',
          protocol: 'hub88',
          url: 'http://127.0.0.1:9',
          operatorId: 'koi',
          ownKeyFile: write('own.pem', own.privateKey.export({ type: 'pkcs8', format: 'pem' })),
          keyFiles: [write('provider.pem', provider.publicKey.export({ type: 'spki', format: 'pem' }))],
          currencies: [{ currency: 'USDT', coin: 'usdt-tron' }],
        },
      ],
    },
  }
}

export async function turnGameOn(db: Database): Promise<void> {
  await db
    .insertInto('provider_game')
    .values({
      provider: PROVIDER,
      code: GAME,
      name: JSON.stringify({ en: 'Wheel', zh: '转盘' }) as never,
      category: 'shows',
      edge_bps: 400,
      is_on: true,
      listed_at: new Date(),
    })
    .execute()
}
