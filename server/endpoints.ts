import type { ReceiptKey } from '#contract/config.ts'
import type { Hono } from 'hono'
import { authEndpoints } from './accounts/auth.endpoints.ts'
import type { ActServices } from './admin/act.ts'
import { operatorActionEndpoints } from './admin/actions.endpoints.ts'
import { mountAvatars } from './accounts/avatar.endpoints.ts'
import { profileEndpoints } from './accounts/profile.endpoints.ts'
import { securityEndpoints } from './accounts/security.endpoints.ts'
import { sessionEndpoints } from './accounts/session.endpoints.ts'
import { balanceEndpoints } from './balances/balances.endpoints.ts'
import type { Clock } from './base/clock.ts'
import type { Logger } from './base/logger.ts'
import { VERSION } from './base/version.ts'
import { bonusEndpoints } from './bonuses/bonuses.endpoints.ts'
import type { LedgerWatch } from './books/ledger-watch.ts'
import type { ArrivalsWatch } from './chain-check/arrivals-watch.ts'
import type { ReservesWatch } from './chain-check/reserves-watch.ts'
import { catalogueEndpoints } from './catalogue/catalogue.endpoints.ts'
import { mountProviderCovers, providerGameEndpoints } from './catalogue/provider-games.endpoints.ts'
import type { ChainNode } from './chains/chain-node.ts'
import { coinEndpoints } from './coins/coins.endpoints.ts'
import type { Config } from '#server/config/config.ts'
import type { Profile } from '#server/config/profile.ts'
import type { Reads } from './db/open-reads.ts'
import { crashEndpoints } from './crash/crash.endpoints.ts'
import type { Crash } from './crash/crash.ts'
import type { Database } from './db/tables.ts'
import type { DepositChain } from './deposits/deposit-chain.ts'
import { depositEndpoints } from './deposits/deposits.endpoints.ts'
import type { Feed } from './feed/feed.ts'
import { tellPlayers } from './feed/player-news.ts'
import { giftWheelEndpoints } from './gifts/gift-wheel.endpoints.ts'
import { freeRoundEndpoints, giftEndpoints } from './gifts/gifts.endpoints.ts'
import { transactionEndpoints } from './history/transactions.endpoints.ts'
import type { TurnOf } from './http/call-turns.ts'
import { createMemoryLimits, createSharedLimits } from './http/minute-limits.ts'
import type { Served } from './http/mount-endpoint.ts'
import type { RequestVariables } from './http/request-log.ts'
import { mountLive } from './live/live.endpoints.ts'
import type { Live } from './live/live.ts'
import { practiceMailEndpoints } from './mail/practice-mail.endpoints.ts'
import { showsPracticeMail } from './mail/practice-mail.ts'
import { messageEndpoints } from './messages/messages.endpoints.ts'
import { operatorViewEndpoints } from './operator-views/operator-views.endpoints.ts'
import type { ViewServices } from './operator-views/view-services.ts'
import { readWithdrawalToReview } from './operator-views/withdrawal-review.ts'
import { operatorAccountEndpoints } from './operators/operators.endpoints.ts'
import { withdrawalVoteEndpoints } from './operators/votes.endpoints.ts'
import { betLimitEndpoints, playEndpoints } from './play/play.endpoints.ts'
import type { PlayEngine } from './play/play-engine.ts'
import { listReceiptKeys } from './play/receipt-keys.ts'
import { mountProviderCalls } from './providers/provider-calls.endpoints.ts'
import { providerLaunchEndpoints } from './providers/provider-launches.endpoints.ts'
import { pushEndpoints } from './push/push.endpoints.ts'
import { promotionEndpoints } from './promotions/promotions.endpoints.ts'
import { createPopularGames } from './public-play/public-play.queries.ts'
import { publicPlayEndpoints } from './public-play/public-play.endpoints.ts'
import type { PlayersNow } from './public-play/players-now.ts'
import type { RecentBets } from './public-play/recent-bets.ts'
import type { Rates } from './rates/rates.ts'
import { raceEndpoints } from './rewards/race.endpoints.ts'
import { rewardEndpoints, rewardTermsEndpoints } from './rewards/rewards.endpoints.ts'
import { referralEndpoints } from './rewards/referral.endpoints.ts'
import { responsiblePlayEndpoints } from './responsible-play/responsible-play.endpoints.ts'
import { sealEndpoints, sealProofEndpoints } from './seal/seals.endpoints.ts'
import { createHealth, type Problem } from './system/health.ts'
import { mountOpenApi, systemEndpoints } from './system/system.endpoints.ts'
import { transparencyEndpoints } from './transparency/transparency.endpoints.ts'
import { createTransparency } from './transparency/transparency.ts'
import type { EvmDepositChain } from './wallet-deposits/evm-deposit-chain.ts'
import { walletDepositEndpoints } from './wallet-deposits/wallet-deposits.endpoints.ts'
import { nftPictureEndpoints } from './wallets/nft-picture.endpoints.ts'
import { walletAccountEndpoints } from './wallets/wallet-account.endpoints.ts'
import { openWallets, WALLET_CALLS_PER_MINUTE } from './wallets/wallets.endpoints.ts'
import { winLinkEndpoints } from './win-links/win-links.endpoints.ts'
import { mountWinPictures } from './win-links/win-picture.endpoints.ts'
import { withdrawalEndpoints, type WithdrawalServices } from './withdrawals/withdrawals.endpoints.ts'

type App = Hono<{ Variables: RequestVariables }>

export interface PublicOptions {
  readonly db: Database
  readonly reads?: Reads | undefined
  /** True if this is the only process on the database: its counts in memory are exact then. */
  readonly isAlone?: boolean | undefined
  readonly config: Pick<
    Config,
    | 'mode'
    | 'chains'
    | 'wallets'
    | 'rates'
    | 'smtpUrl'
    | 'trustProxy'
    | 'profile'
    | 'play'
    | 'rewards'
    | 'providers'
  >
  readonly clock: Clock
  readonly logger: Logger
  /** Undefined if this process does not check the ledger. */
  readonly ledger?: Pick<LedgerWatch, 'health'> | undefined
  readonly arrivals?: Pick<ArrivalsWatch, 'health'> | undefined
  /** Undefined if this process does not watch the chains. */
  readonly reserves?: Pick<ReservesWatch, 'reserves'> | undefined
  readonly live?: Live | undefined
  readonly recentBets?: RecentBets | undefined
  readonly playersNow?: PlayersNow | undefined
  /** Undefined if this process takes no calls of providers. */
  readonly providerCalls?:
    { readonly rates: Pick<Rates, 'isStale'>; readonly feed: Pick<Feed, 'publish'> } | undefined
  /** Further reasons why the server is not ready. */
  readonly problems?: readonly Problem[] | undefined
  /** Practice chains by EIP-155 id, for requests of wallets. */
  readonly practiceNodes?: ReadonlyMap<number, ChainNode> | undefined
  readonly coverOf: (slug: string) => string
  /** A file of the built client; null without one. */
  readonly readFile: (path: string) => Buffer | null
}

interface PublicCalls {
  readonly endpoints: readonly Served[]
  /** Adds routes outside of the contract: pictures, streams, practice chains, the OpenAPI document. */
  readonly mount: (app: App, turnOf: TurnOf) => void
}

export function publicEndpoints(options: PublicOptions): PublicCalls {
  const {
    db,
    config,
    clock,
    logger,
    ledger,
    arrivals,
    reserves,
    live,
    playersNow,
    problems = [],
    coverOf,
    readFile,
  } = options
  const limits =
    options.isAlone === false
      ? createSharedLimits(WALLET_CALLS_PER_MINUTE, { db, clock, logger })
      : createMemoryLimits(WALLET_CALLS_PER_MINUTE)
  let keys: ReceiptKey[] = []
  // The app needs its settings even while the database is away.
  const readKeys = async () => {
    keys = await listReceiptKeys(db).catch((error: unknown) => {
      logger.warn({ err: error }, 'the keys of receipts could not be read: those known before are served')
      return keys
    })
    return keys
  }
  const popular = createPopularGames(db, clock)
  // On failure the lobby keeps its own order.
  const readPopular = async () => {
    const games = await popular().catch(() => [])
    return [...(playersNow?.mostPlayed() ?? []), ...games.map(({ game }) => game)]
  }
  const practiceNodes = options.practiceNodes ?? new Map<number, ChainNode>()
  const wallets = openWallets({ config, limits, clock, logger, practiceNodes })
  return {
    endpoints: [
      ...systemEndpoints(config, {
        health: createHealth(db, VERSION, { ledger, arrivals, problems }),
        receiptKeys: readKeys,
      }),
      ...catalogueEndpoints({ db, providers: config.providers, coverOf, readPopular }),
      ...providerGameEndpoints({ db, clock, providers: config.providers }),
      ...coinEndpoints(db, config.rates !== null),
      ...betLimitEndpoints(db, config.play, config.profile.play),
      ...transparencyEndpoints(
        createTransparency({
          db,
          clock,
          logger,
          ledger,
          reserves,
          reads: options.reads,
          isAlone: options.isAlone,
        }),
      ),
      ...sealEndpoints(db),
      ...promotionEndpoints(db, clock),
      ...rewardTermsEndpoints(db, config),
      ...publicPlayEndpoints({ db, clock, popular, recentBets: options.recentBets, playersNow }),
      ...wallets.endpoints,
    ],
    mount(app, turnOf) {
      mountOpenApi(app, config)
      mountAvatars(app, db, turnOf)
      mountProviderCovers(app, db, turnOf)
      mountWinPictures(app, { db, turnOf, readFile })
      if (live) mountLive(app, live, turnOf, config)
      wallets.mount(app, turnOf)
      if (options.providerCalls) {
        const { rates, feed } = options.providerCalls
        mountProviderCalls(app, {
          db,
          clock,
          rates,
          logger,
          providers: config.providers,
          onMoved: (player) => tellPlayers(feed, 'balances', [player]),
        })
      }
    },
  }
}

export function accountEndpoints(services: WithdrawalServices): Served[] {
  return [
    ...authEndpoints(services),
    ...sessionEndpoints(services),
    ...securityEndpoints(services),
    ...walletAccountEndpoints(services),
    ...nftPictureEndpoints(services),
    ...profileEndpoints(services),
    ...responsiblePlayEndpoints(services),
    ...withdrawalEndpoints(services),
    ...transactionEndpoints(services),
    ...balanceEndpoints(services),
    ...messageEndpoints(services),
    ...pushEndpoints(services),
    ...bonusEndpoints(services),
    ...rewardEndpoints(services),
    ...referralEndpoints(services),
    ...raceEndpoints(services),
    ...giftEndpoints(services),
    ...providerLaunchEndpoints(services),
    ...(showsPracticeMail(services.config) ? practiceMailEndpoints(services) : []),
  ]
}

interface PlayerServices extends WithdrawalServices {
  readonly chain: DepositChain
  readonly evmChains: readonly EvmDepositChain[]
  readonly rates: Pick<Rates, 'convert'>
  readonly play: PlayEngine
  readonly crash: Crash
  readonly rules: Profile['play']
}

export function playerEndpoints({
  chain,
  evmChains,
  rates,
  play,
  crash,
  rules,
  ...services
}: PlayerServices): Served[] {
  const { db, secrets, limits, clock } = services
  return [
    ...accountEndpoints(services),
    ...playEndpoints({ db, secrets, limits, clock, play, rules }),
    ...freeRoundEndpoints(db, play),
    ...winLinkEndpoints({ db, secrets, limits, clock }),
    ...giftWheelEndpoints({ db, clock, play, rewards: services.config.rewards }),
    ...sealProofEndpoints({ db, secrets }),
    ...crashEndpoints({ crash, clock }),
    ...depositEndpoints({ db, limits, clock, chain, rates }),
    ...walletDepositEndpoints({ db, limits, clock, chains: evmChains, rates }),
  ]
}

/** Calls of the console: `server/operator-app.ts` serves them. */
export function operatorEndpoints(services: ActServices & ViewServices): Served[] {
  return [
    ...operatorAccountEndpoints(services),
    ...operatorActionEndpoints(services),
    ...operatorViewEndpoints(services),
    ...withdrawalVoteEndpoints(services, (db, id) => readWithdrawalToReview({ ...services, db }, id)),
  ]
}
