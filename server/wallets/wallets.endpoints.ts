import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'
import { EvmAddressSchema } from '#contract/values.ts'
import { getWalletNfts, getWalletProfile, listWallets, nftPicturePath } from '#contract/wallet.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Config } from '#server/config/config.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import { callerOf } from '#server/http/caller.ts'
import { conditionalResponse } from '#server/http/conditional.ts'
import type { MinuteLimits } from '#server/http/minute-limits.ts'
import { refuseForeignPage, requireOwnPage } from '#server/http/own-pages.ts'
import { respondToError, served, type Served } from '#server/http/mount-endpoint.ts'
import { readLimited } from '#server/http/read-request.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import type { TurnOfCall } from '#server/http/turn-of-call.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import { RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'
import { createExplorer } from './explorer.ts'
import { walletAvatarPath, walletImagePath } from './image-paths.ts'
import { answerJsonRpc } from '#server/chains/json-rpc.ts'
import { createNftHoldings } from '#server/wallets/nfts/nft-holdings.ts'
import { createNftPictures } from '#server/wallets/nfts/nft-pictures.ts'
import { createRemoteImages, type ImageFailure, type RemoteImage } from './remote-images.ts'
import { AVATAR_NAME, createWalletProfiles } from './wallet-profile.ts'

type App = Hono<{ Variables: RequestVariables }>
type AppContext = Context<{ Variables: RequestVariables }>

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const MAX_RPC_BYTES = 16 * 1024

/** Per client address. Cached pictures do not count. */
export const WALLET_CALLS_PER_MINUTE = {
  explorer: 240,
  nfts: 60,
  'nft-picture': 240,
  picture: 1_200,
  profile: 120,
  rpc: 600,
  send: 30,
}

interface WalletOptions {
  readonly limits: MinuteLimits<keyof typeof WALLET_CALLS_PER_MINUTE>
  readonly config: Pick<Config, 'chains' | 'wallets' | 'trustProxy'>
  readonly clock: Clock
  readonly logger: Logger
  /** By EIP-155 chain id; empty in live mode. */
  readonly practiceNodes: ReadonlyMap<number, ChainNode>
}

/** Public data about wallets. Proxies external services, so that they do not see players and pages need no CSP exceptions. */
export function openWallets({ config, limits, clock, logger, practiceNodes }: WalletOptions): {
  readonly endpoints: Served[]
  readonly mount: (app: App, turnOf: TurnOf) => void
} {
  const { chains, wallets, trustProxy } = config
  const explorer = createExplorer(wallets, clock, logger)
  const logos = createRemoteImages(clock, DAY_MS)
  const avatars = createRemoteImages(clock, HOUR_MS)
  const avatarUrl = (name: string) => `${wallets.avatarUrl}/${name}`
  const hasAvatar = async (name: string) => typeof (await avatars.get(avatarUrl(name))) !== 'string'
  const profiles = createWalletProfiles({ config: wallets, chains, clock, hasAvatar })
  const nfts = createNftHoldings({ config: wallets, chains, clock })
  const nftPictures = createNftPictures(wallets, clock)
  /** Without a configured name service, nobody can make this server fetch avatars by name. */
  const looksUpNames = wallets.projectId !== null || wallets.mainnetNodeUrl !== null

  return {
    endpoints: [
      served(listWallets, {
        needsNoTurn: true,
        async handle({ query }, { address }) {
          await limits.take('explorer', address)
          return explorer.list(query)
        },
      }),
      served(getWalletProfile, {
        needsNoTurn: true,
        async handle({ params, query }, { address }) {
          await limits.take('profile', address)
          return profiles.read({ address: params.address, chainId: query.chainId })
        },
      }),
      served(getWalletNfts, {
        needsNoTurn: true,
        async handle({ params, query }, { address }) {
          await limits.take('nfts', address)
          return nfts.read({ address: params.address, chainId: query.chainId, caller: address })
        },
      }),
    ],
    mount(app, turnOf) {
      mountPictures(
        app,
        walletImagePath(':id{[0-9a-f-]{36}}'),
        async (c) => {
          if (wallets.projectId === null) return 'missing'
          const query = new URLSearchParams({ projectId: wallets.projectId })
          const url = `${wallets.explorerUrl}/v3/logo/md/${c.req.param('id')}?${query}`
          return logos.get(url, () => limits.take('picture', addressOf(c)))
        },
        'public, max-age=31536000, immutable',
      )
      mountPictures(
        app,
        walletAvatarPath(':name'),
        async (c) => {
          const name = c.req.param('name') ?? ''
          if (!looksUpNames || !AVATAR_NAME.test(name)) return 'missing'
          return avatars.get(avatarUrl(name), () => limits.take('picture', addressOf(c)))
        },
        'public, max-age=3600',
      )
      mountPictures(
        app,
        nftPicturePath(':chainId{[1-9][0-9]{0,14}}', ':contract{0x[0-9a-f]{40}}', ':id{[0-9]{1,78}}'),
        async (c) => {
          const chainId = Number(c.req.param('chainId'))
          const contract = v.parse(EvmAddressSchema, c.req.param('contract'))
          const id = BigInt(c.req.param('id') ?? 0)
          if (!chains.some((chain) => chain.id === chainId)) return 'missing'
          return nftPictures.get({ chainId, contract, id }, () => limits.take('nft-picture', addressOf(c)))
        },
        'private, max-age=86400',
        // Most NFTs have none that can be served: no error, and the app draws one.
        (failure) =>
          new Response(null, {
            status: 204,
            headers: { 'cache-control': failure === 'missing' ? 'private, max-age=300' : 'no-store' },
          }),
      )
      mountRpc(app, turnOf)
    },
  }

  function mountRpc(app: App, turnOf: TurnOf): void {
    const path = `${API_BASE}/rpc/:chainId{[1-9][0-9]{0,14}}`
    app.post(path, async (c) => {
      try {
        requireOwnPage(c)
        await limits.take('rpc', addressOf(c))
        const text = new TextDecoder().decode(await readLimited(c, MAX_RPC_BYTES))
        const chainId = Number(c.req.param('chainId'))
        const node = practiceNode(chainId, addressOf(c), turnOf(c)) ?? wallets.nodeUrls.get(chainId) ?? null
        return Response.json(await answerJsonRpc(text, node), { headers: { 'cache-control': 'no-store' } })
      } catch (error) {
        return respondToError(c, error)
      }
    })
    app.all(path, () => notPossible('POST'))
  }

  /** Submitted transactions are stored permanently, so they have a limit of their own. Runs in the caller's turn. */
  function practiceNode(chainId: number, address: string, turn: TurnOfCall): ChainNode | undefined {
    const node = practiceNodes.get(chainId)
    return (
      node && {
        async request(method, params) {
          if (method === 'eth_sendRawTransaction') await limits.take('send', address).catch(limitExceeded)
          return turn.run((step) => step(() => node.request(method, params)))
        },
      }
    )
  }

  function addressOf(c: AppContext): string {
    return callerOf(c, c.get('logger'), trustProxy).address
  }
}

function mountPictures(
  app: App,
  path: string,
  find: (c: AppContext) => Promise<RemoteImage | ImageFailure>,
  cacheControl: string,
  respondToFailure: (failure: ImageFailure) => Response = refuse,
): void {
  app.get(path, async (c) => {
    try {
      refuseForeignPage(c)
      const image = await find(c)
      if (typeof image === 'string') return respondToFailure(image)
      return conditionalResponse(c.req.raw, { plain: image.bytes }, image.hash, {
        'content-type': image.type,
        'cache-control': cacheControl,
      })
    } catch (error) {
      return respondToError(c, error)
    }
  })
  app.all(path, () => notPossible('GET, HEAD'))
}

const refuse = (failure: ImageFailure) =>
  failure === 'missing'
    ? failureResponse('not_found', 'There is no such picture')
    : failureResponse('unavailable', 'The picture cannot be had right now')

function limitExceeded(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error
  throw new RpcFailure(-32_005, 'Too many transactions: wait a minute')
}

const notPossible = (allow: string) =>
  failureResponse('method_not_allowed', `Only ${allow} is possible here`, { allow })
