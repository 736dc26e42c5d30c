import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import { makeAvatar } from '#server/accounts/avatar.ts'
import type { Clock } from '#server/base/clock.ts'
import { contentHash } from '#server/base/content-hash.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import { Refusal } from '#server/base/refusal.ts'
import { createChainNodes } from '#server/chains/chain-nodes.ts'
import type { WalletConfig } from '#server/config/wallet-config.ts'
import { createRemoteImages, type ImageFailure, type RemoteImage } from '#server/wallets/remote-images.ts'
import { createNftContracts } from './nft-contracts.ts'
import { drawPracticeNft, isPracticeNft } from './practice-nfts.ts'

const DAY_MS = 24 * 60 * 60_000
const METADATA = { service: 'nft-metadata', timeoutMs: 5_000, maxBytes: 512 * 1024 }
const PICTURE = { service: 'nft-picture', timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024 }

const MetadataSchema = v.object({ image: v.optional(v.string()), image_url: v.optional(v.string()) })
const DATA_URL = /^data:[^,;]*(?:;(?!base64,)[^,;]*)*(;base64)?,(.*)$/is
/** `ipfs://<cid>/<path>`, or the same at any gateway. */
const IPFS = /^(?:ipfs:\/\/(?:ipfs\/)?|https:\/\/[^/?#]+\/ipfs\/)(([a-z0-9]{46,100})(?:\/[^?#]*)?)(?:[?#]|$)/i

interface Token {
  readonly chainId: number
  readonly contract: EvmAddress
  readonly id: bigint
}

/**
 * The own pictures of NFTs, redrawn small. The maker of an NFT says where its picture is: only data in the contract and the
 * operator's gateway are read, or strangers could make this server call any address.
 */
export function createNftPictures(
  config: Pick<WalletConfig, 'nodeUrls' | 'nftGatewayUrl' | 'practiceNftChains'>,
  clock: Clock,
) {
  const nodes = createChainNodes(config.nodeUrls)
  const pictures = createRemoteImages(clock, DAY_MS, (key) => load(tokenOf(key)))

  return {
    get: (token: Token, beforeFetch?: () => Promise<void>) => pictures.get(keyOf(token), beforeFetch),
  }

  async function load(token: Token): Promise<RemoteImage | ImageFailure> {
    try {
      const file = await fileOf(token)
      if (typeof file === 'string') return file
      const bytes = await makeAvatar('nfts', file)
      return { type: 'image/webp', bytes, hash: contentHash(bytes) }
    } catch (error) {
      return error instanceof Refusal && error.code === 'avatar_invalid' ? 'missing' : 'unreachable'
    }
  }

  async function fileOf({ chainId, contract, id }: Token): Promise<Buffer | ImageFailure> {
    if (config.practiceNftChains.has(chainId)) {
      return isPracticeNft(contract, id) ? drawPracticeNft(id) : 'missing'
    }
    const node = nodes.get(chainId)
    const uri = node && (await createNftContracts(node).uriOf(contract, id))
    if (uri === null) return 'missing'
    const description = await open(uri, METADATA)
    if (typeof description === 'string') return description
    const { image, image_url: other } = metadataOf(description)
    const address = image ?? other
    return address === undefined ? 'missing' : open(address, PICTURE)
  }

  async function open(
    address: string,
    bounds: Parameters<typeof fetchBounded>[1],
  ): Promise<Buffer | ImageFailure> {
    const [, isBase64, data = ''] = DATA_URL.exec(address) ?? []
    if (address.startsWith('data:')) {
      return isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data))
    }
    const [, path, cid] = IPFS.exec(address) ?? []
    if (path === undefined) return 'missing'
    const { href } = new URL(`${config.nftGatewayUrl}/${path}`)
    // A path with `..` leads elsewhere on the gateway.
    if (!href.startsWith(`${config.nftGatewayUrl}/${cid}`)) return 'missing'
    const { status, bytes } = await fetchBounded(href, bounds)
    if (status === 200) return bytes
    return status >= 500 || status === 429 ? 'unreachable' : 'missing'
  }
}

export type NftPictures = ReturnType<typeof createNftPictures>

function metadataOf(description: Buffer): v.InferOutput<typeof MetadataSchema> {
  try {
    const parsed = v.safeParse(MetadataSchema, JSON.parse(description.toString()))
    return parsed.success ? parsed.output : {}
  } catch {
    return {}
  }
}

const keyOf = ({ chainId, contract, id }: Token) => `${chainId} ${contract} ${id}`

function tokenOf(key: string): Token {
  const [chainId = '', contract = '', id = ''] = key.split(' ')
  return { chainId: Number(chainId), contract: v.parse(EvmAddressSchema, contract), id: BigInt(id) }
}
