import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

// drand is a public randomness beacon: many organisations together sign the number of each round.

/** Scheme bls-unchained-g1-rfc9380: signatures on G1, the public key on G2. */
export interface DrandNetwork {
  readonly chainHash: string
  readonly publicKey: string
  /** Time of its first round, in seconds since the epoch. */
  readonly genesisS: number
  readonly periodS: number
}

export const QUICKNET: DrandNetwork = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisS: 1_692_803_367,
  periodS: 3,
}

/** Domain separation tag of the signatures (RFC 9380, G1). */
export const DRAND_DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/**
 * The first round after a moment.
 * @param after milliseconds since the epoch
 */
export const drandRoundAfter = ({ genesisS, periodS }: DrandNetwork, after: number): number =>
  Math.max(1, Math.floor((after / 1_000 - genesisS) / periodS) + 2)

/** The signed message depends only on the round number: everyone can compute it in advance. */
export function drandMessage(round: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return sha256(bytes)
}

/** The random value of a round: SHA-256 of its signature. */
export const drandValue = (signature: string): string => bytesToHex(sha256(hexToBytes(signature)))

/** Loads the BLS library on the first call: few players need it. */
export async function isDrandSigned(
  { round, signature }: { readonly round: number; readonly signature: string },
  { publicKey }: DrandNetwork = QUICKNET,
): Promise<boolean> {
  const { bls12_381: bls } = await import('@noble/curves/bls12-381')
  const { shortSignatures } = bls
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(drandMessage(round), DRAND_DST), publicKey)
  } catch {
    // Input that is not a point of the curve was not signed.
    return false
  }
}
