import { aboutAllVariables } from './all-variables.ts'
import { aboutServerVariables, readConfig, unknownSettings, type Config } from '#server/config/config.ts'
import { coinIdOf } from '#server/coins/coins.seed.ts'
import { toDecimal } from '#server/coins/units.ts'
import { aboutSignerVariables, readSignerConfig } from '#server/signer/signer-config.ts'
import { refuseLongWagering, shippedOffers } from '#server/promotions/wager-multiple.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import { PRICE_DECIMALS } from '#server/coins/convert-at.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads environment and file as server and signer do, without any other effect.
 * @returns unknown variables that are set
 * @throws StartupError naming every problem
 */
export function checkConfig(env: Environment): readonly string[] {
  const { profile } = readConfig({ ...env })
  readSigner(env)
  const { depositOffers, maxWagerMultiple } = profile.bonus
  if (depositOffers) refuseLongWagering(shippedOffers(), maxWagerMultiple)
  return unknownSettings({ ...env }, aboutAllVariables())
}

/** The signer's part of the file, without its key, which is on another machine. */
const readSigner = (env: Environment) =>
  readSignerConfig({ ...env, SIGNER_KEY: 'unread', SIGNER_KEY_FILE: '' })

/** Effective settings including defaults; for secrets, and values that may contain one, only if they are set. */
export function printableConfig(env: Environment): object {
  const config = readConfig({ ...env })
  const { limits, coinRules, feeLimit, maxGasPrice } = readSigner(env)
  return {
    environment: Object.fromEntries(
      [...aboutServerVariables(), ...aboutSignerVariables()].map(([name, { isSecret, unset }]) => [
        name,
        isSecret || isAddress(env[name]) ? isSet(env[name]) : (env[name] ?? '') || (unset ?? 'not set'),
      ]),
    ),
    chains: config.chains.map((chain) => chainOf(chain, config)),
    coins: config.coins.map((coin) => ({ id: coinIdOf(coin), ...coin })),
    tron: {
      ...termsOf(config, config.tron.network.chain)['usdt-tron'],
      treasuries: config.treasuries.get(config.tron.network.chain) ?? [],
    },
    operator: { fourEyesUsd: toDecimal(config.operator.fourEyes, DOLLAR_DECIMALS) },
    rewards: {
      ...config.rewards,
      raceDayCap: undefined,
      raceDayCapUsd: toDecimal(config.rewards.raceDayCap, DOLLAR_DECIMALS),
    },
    play: {
      minStakeUsd: toDecimal(config.play.minStake, DOLLAR_DECIMALS),
      maxStakeUsd: toDecimal(config.play.maxStake, DOLLAR_DECIMALS),
      maxPayoutUsd: toDecimal(config.play.maxPayout, DOLLAR_DECIMALS),
    },
    rates: config.rates && {
      sources: config.rates.sources.map(({ service, url }) => ({ service, url: withoutSecrets(url) })),
      maxAgeMinutes: config.rates.maxAgeMinutes,
      maxDifferencePercent: config.rates.maxDifferenceBps / 100,
    },
    profile: {
      play: { ...config.profile.play, highestStake: undefined, highestStakeUsd: stakesIn(config.profile) },
      bonus: config.profile.bonus,
    },
    wallets: {
      recommended: config.wallets.recommendedIds,
      excluded: config.wallets.excludedIds,
      networkView: config.wallets.hasNetworkView,
    },
    signer: {
      reviewUsdt: toDecimal(limits.reviewFrom, 6),
      dayLimitUsdt: toDecimal(limits.perDay, 6),
      feeLimitTrx: feeLimit / 1_000_000,
      maxGasGwei: Number(maxGasPrice / 1_000_000_000n),
      coins: [...new Set([...coinRules.floors.keys(), ...coinRules.limits.keys()])].map((coin) => {
        const floor = coinRules.floors.get(coin)
        const own = coinRules.limits.get(coin)
        const decimals = coinRules.decimals.get(coin) ?? 0
        return {
          coin,
          ...(floor !== undefined && { floorUsd: toDecimal(floor, PRICE_DECIMALS) }),
          ...(own && {
            reviewFrom: toDecimal(own.reviewFrom, decimals),
            perDay: toDecimal(own.perDay, decimals),
          }),
        }
      }),
    },
  }
}

const stakesIn = ({ play: { highestStake } }: Config['profile']) => ({
  default: dollars(highestStake.default),
  games: Object.fromEntries(
    Object.entries(highestStake.games).map(([game, cents]) => [game, dollars(cents)]),
  ),
})

const dollars = (cents: bigint | null) => (cents === null ? null : toDecimal(cents, 2))

function chainOf(
  { id, name, testnet, currency, rpcUrl, explorerUrl }: Config['chains'][number],
  config: Config,
) {
  const { wallets, evm, treasuries } = config
  const deposits = evm.find(({ chainId }) => chainId === id)
  const isPractice = deposits?.nodeUrl === null
  const terms = deposits ? termsOf(config, deposits.chain) : {}
  return {
    id,
    name,
    testnet,
    currency,
    node: isSet(wallets.nodeUrls.get(id)),
    publicNode: rpcUrl,
    explorer: explorerUrl,
    otherNodes: deposits?.otherNodeUrls.length ?? 0,
    treasuries: treasuries.get(`evm-${id}`) ?? [],
    recipient: isPractice ? 'of a practice chain' : (deposits?.recipient ?? null),
    ...(deposits && {
      confirmations: deposits.confirmations,
      pollMs: deposits.pollMs,
      coins: deposits.tokens.map(({ coin, contract, decimals, minimum }) => ({
        coin,
        contract: contract ?? 'native',
        decimals,
        minimumDeposit: toDecimal(minimum, decimals),
        ...terms[coin],
      })),
    }),
    nftCollections: wallets.nftCollections.get(id) ?? [],
  }
}

const termsOf = ({ withdrawals }: Config, chain: string) =>
  Object.fromEntries(
    withdrawals
      .filter((option) => option.chain === chain)
      .map(({ coin, fee, minimum, decimals }) => [
        coin,
        { fee: toDecimal(fee, decimals), minimum: toDecimal(minimum, decimals) },
      ]),
  )

const isSet = (value: string | undefined) => (value ? 'set' : 'not set')

/** URLs of services may contain a user and a password, or a key in their path. */
const isAddress = (value: string | undefined) =>
  value !== undefined && URL.canParse(value) && /[@?#]|\/\/[^/]+\/./.test(value)

const withoutSecrets = (url: string) => (/\/\/[^/]*@/.test(url) ? 'set' : url)
