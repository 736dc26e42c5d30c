import { createECDH, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvmAddress, TronAddress } from '#contract/values.ts'
import { tronAddressBytes, tronAddressOf } from '#server/chains/tron-address.ts'
import { makeDirectory } from '#server/db/make-directory.ts'
import { StartupError } from '#server/base/startup-error.ts'

/** Never exposes the private key. */
export interface SignerKey {
  readonly address: TronAddress
  readonly evmAddress: EvmAddress
  /** 65 bytes for a hash of 32: r, s, and the parity of the point. */
  sign(hash: Uint8Array): Promise<Uint8Array>
  /** Only the holder of the key can make it. */
  seal(text: string): Buffer
  isSealed(text: string, seal: Uint8Array): boolean
}

const PRACTICE_FILE = 'practice-signer.key'

/** @param privateKey 32 bytes, not zero and below the curve's order */
export function openSignerKey(privateKey: Buffer): SignerKey {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(privateKey)
  const seal = (text: string) =>
    createHmac('sha256', createHmac('sha256', privateKey).update('koi approval').digest())
      .update(text)
      .digest()
  const address = tronAddressOf(curve.getPublicKey(null, 'compressed'))
  const bytes = Buffer.from(tronAddressBytes(address) ?? [])
  return {
    address,
    evmAddress: `0x${bytes.toString('hex')}` as EvmAddress,
    async sign(hash) {
      // Loaded with the first payment: it takes a third of a second, which would delay the start.
      const { sign } = await import('viem/accounts')
      const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as const
      const { r, s, yParity } = await sign({ hash: hex(hash), privateKey: hex(privateKey) })
      return Buffer.from(r.slice(2) + s.slice(2) + (yParity === 1 ? '01' : '00'), 'hex')
    },
    seal,
    isSealed: (text, given) => given.length === 32 && timingSafeEqual(seal(text), given),
  }
}

/**
 * 64 hexadecimal characters.
 * @throws StartupError when it is not valid for the curve
 */
export function parseSignerKey(text: string): SignerKey {
  try {
    if (/^[0-9a-f]{64}$/i.test(text)) return openSignerKey(Buffer.from(text, 'hex'))
  } catch {
    // Zero, or not below the curve's order.
  }
  throw new StartupError(
    'The signer’s key is not valid: it has 64 hexadecimal characters, as `openssl rand -hex 32` makes them.',
  )
}

export function practiceSignerKey(dataDir: string): SignerKey {
  const file = join(dataDir, PRACTICE_FILE)
  makeDirectory(dataDir)
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return parseSignerKey(readFileSync(file, 'utf8').trim())
}
