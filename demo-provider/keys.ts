import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ProviderKeys {
  /** Signs the provider's calls and answers. */
  readonly own: KeyObject
  /** Signs the operator's calls. */
  readonly operator: KeyObject
}

/** Makes both pairs at the first start: in practice the operator's key lies beside the provider's. */
export function openKeys(folder: string): ProviderKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of ['provider', 'koi']) {
    if (!existsSync(join(folder, `${name}.key`))) writePair(folder, name)
  }
  return {
    own: createPrivateKey(readFileSync(join(folder, 'provider.key'))),
    operator: createPublicKey(readFileSync(join(folder, 'koi.pem'))),
  }
}

/** The private key comes last, and whole: where it is, its public one is too. */
function writePair(folder: string, name: string): void {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const write = (file: string, text: string | Buffer) => {
    const path = join(folder, file)
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  write(`${name}.pem`, publicKey.export({ type: 'spki', format: 'pem' }))
  write(`${name}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
