import { createHash, createHmac, ECDH, createECDH, pbkdf2Sync } from 'node:crypto'
import { createBase58check } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { isTronAddress, tronAddress, tronAddressBytes, tronAddressOf } from '#server/chains/tron-address.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { createPracticeKey, depositAddressAt, extendedKeyProblem } from '#server/chains/extended-key.ts'

// BIP-32 with private keys by Node's own crypto, as a second opinion on the library that derives from public keys.
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const HARDENED = 0x8000_0000
const base58check = createBase58check((data) => createHash('sha256').update(data).digest())
const XPUB_VERSION = Buffer.from('0488b21e', 'hex')
const XPRV_VERSION = Buffer.from('0488ade4', 'hex')

interface Node {
  readonly key: Buffer
  readonly code: Buffer
  readonly depth: number
  readonly parent: Buffer
  readonly index: number
}

const publicKeyOf = (key: Buffer) => {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(key)
  return ecdh.getPublicKey(null, 'compressed')
}
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function rootOf(mnemonic: string): Node {
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2_048, 64, 'sha512')
  const hash = createHmac('sha512', 'Bitcoin seed').update(seed).digest()
  return { key: hash.subarray(0, 32), code: hash.subarray(32), depth: 0, parent: Buffer.alloc(4), index: 0 }
}

function childOf({ key, code, depth }: Node, index: number): Node {
  const own = publicKeyOf(key)
  const data = index >= HARDENED ? Buffer.concat([Buffer.alloc(1), key]) : own
  const hash = createHmac('sha512', code)
    .update(Buffer.concat([data, uint32(index)]))
    .digest()
  const sum = (BigInt(`0x${hash.toString('hex', 0, 32)}`) + BigInt(`0x${key.toString('hex')}`)) % N
  const parent = createHash('ripemd160').update(createHash('sha256').update(own).digest()).digest()
  return {
    key: Buffer.from(sum.toString(16).padStart(64, '0'), 'hex'),
    code: hash.subarray(32),
    depth: depth + 1,
    parent: parent.subarray(0, 4),
    index,
  }
}

const at = (root: Node, path: readonly number[]) => path.reduce(childOf, root)
const extended = (version: Buffer, { code, depth, parent, index }: Node, key: Buffer) =>
  base58check.encode(Buffer.concat([version, Buffer.of(depth), parent, uint32(index), code, key]))
const xpubOf = (node: Node) => extended(XPUB_VERSION, node, publicKeyOf(node.key))

const ACCOUNT = [44 + HARDENED, 195 + HARDENED, HARDENED]
const ROOT = rootOf(`${'abandon '.repeat(11)}about`)
const XPUB = xpubOf(at(ROOT, ACCOUNT))

describe('addresses derived from an extended public key', () => {
  it('match those that wallets show for the well-known test words', () => {
    expect(depositAddressAt(XPUB, 0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
    expect(depositAddressAt(XPUB, 1)).toBe('TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK')
  })

  it('match those of the private keys, from the account and from its receiving branch', () => {
    const receiving = xpubOf(at(ROOT, [...ACCOUNT, 0]))
    for (const index of [0, 1, 2, 77, 1_000_000]) {
      const key = publicKeyOf(at(ROOT, [...ACCOUNT, 0, index]).key)
      expect(depositAddressAt(XPUB, index)).toBe(tronAddressOf(key))
      expect(depositAddressAt(receiving, index)).toBe(tronAddressOf(key))
    }
  })

  it('are not derived from a private key, a key of another level, or a mistyped key', () => {
    const account = at(ROOT, ACCOUNT)
    const xprv = extended(XPRV_VERSION, account, Buffer.concat([Buffer.alloc(1), account.key]))
    expect(extendedKeyProblem(XPUB)).toBeNull()
    expect(extendedKeyProblem(xpubOf(at(ROOT, [...ACCOUNT, 0])))).toBeNull()
    expect(extendedKeyProblem(xprv)).toMatch(/never a private one/)
    expect(extendedKeyProblem(xpubOf(ROOT))).toMatch(/of the account/)
    expect(extendedKeyProblem(xpubOf(at(ROOT, [...ACCOUNT, 0, 0])))).toMatch(/of the account/)
    expect(extendedKeyProblem(`${XPUB.slice(0, -1)}1`)).toMatch(/typing error/)
    expect(extendedKeyProblem('')).toMatch(/typing error/)
  })

  it('differ between practice databases', () => {
    const [one, two] = [createPracticeKey(), createPracticeKey()]
    expect(one).not.toBe(two)
    expect([extendedKeyProblem(one), extendedKeyProblem(two)]).toEqual([null, null])
  })
})

describe('TRON addresses', () => {
  it('are checked by prefix and checksum', () => {
    for (const { usdtContract } of Object.values(TRON_NETWORKS)) {
      expect(isTronAddress(usdtContract)).toBe(true)
      expect(tronAddress(tronAddressBytes(usdtContract) ?? Buffer.alloc(0))).toBe(usdtContract)
    }
    const { usdtContract } = TRON_NETWORKS.mainnet
    expect(Buffer.from(tronAddressBytes(usdtContract) ?? []).toString('hex')).toBe(
      'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    )
    for (const bad of [
      usdtContract.replace(/t$/, 'u'),
      '',
      'T',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      `${usdtContract} `,
    ]) {
      expect(isTronAddress(bad)).toBe(false)
    }
  })

  it('are the same for both encodings of a public key', () => {
    const key = publicKeyOf(Buffer.from('1'.padStart(64, '0'), 'hex'))
    const long = ECDH.convertKey(key, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
    expect(tronAddressOf(key)).toBe('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC')
    expect(tronAddressOf(long)).toBe(tronAddressOf(key))
  })
})
