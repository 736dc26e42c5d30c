import * as v from 'valibot'
import { NicknameSchema, ReferralCodeSchema, SecondFactorSchema, lineOf } from './account-fields.ts'
import { SecuritySchema } from './account.ts'
import { API_BASE } from './api-base.ts'
import { TokenSchema } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { GivenNameSchema, type GivenName } from './given-name.ts'
import { DEFAULT_LOCALE, LocaleSchema } from './localized.ts'
import { PROOF, PROOF_ERRORS } from './proof.ts'
import { Uint256Schema } from './uint256.ts'
import {
  ChainIdSchema,
  CountSchema,
  DecimalSchema,
  EvmAddressSchema,
  MomentSchema,
  ShownEvmAddressSchema,
} from './values.ts'
import { WebLinkSchema } from './web-link.ts'

/** Parameters arrive as text. */
const chainIdParam = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))
const countParam = (max: number) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number), v.maxValue(max))

export const WALLETS_PER_PAGE = 40
export const RECOMMENDED_WALLETS = 9

/** Lists of the explorer: desktop apps, mobile apps, browser extensions, or all. */
export const WALLET_LISTS = ['desktop', 'mobile', 'injected', 'all'] as const

const LinksSchema = v.object({
  native: v.nullable(v.string()),
  universal: v.nullable(WebLinkSchema),
})

export const WalletListingSchema = v.object({
  /** 64 hexadecimal characters of WalletConnect's registry. */
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  name: v.string(),
  homepage: v.nullable(WebLinkSchema),
  /** Site-relative URL of the logo, served by this server. */
  image: v.nullable(v.pipe(v.string(), v.startsWith('/'))),
  mobile: LinksSchema,
  desktop: LinksSchema,
  /** Pages of app stores and extensions, https only. */
  stores: v.object({
    ios: v.nullable(WebLinkSchema),
    android: v.nullable(WebLinkSchema),
    chrome: v.nullable(WebLinkSchema),
    firefox: v.nullable(WebLinkSchema),
    safari: v.nullable(WebLinkSchema),
    edge: v.nullable(WebLinkSchema),
  }),
  /** Reverse domain name by EIP-6963, if the registry has it. */
  rdns: v.nullable(v.string()),
  /** Flags of legacy injection, such as `isMetaMask`. */
  injectedIds: v.pipe(v.array(v.string()), v.readonly()),
})
export type WalletListing = v.InferOutput<typeof WalletListingSchema>

export const listWallets = endpoint({
  method: 'GET',
  path: '/wallets',
  tag: 'wallet',
  access: 'public',
  summary: 'List wallets of WalletConnect’s explorer',
  query: v.object({
    list: v.optional(v.picklist(WALLET_LISTS), 'all'),
    /** `1`: only wallets that this operator recommends, in their order. */
    recommended: v.optional(v.literal('1')),
    search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60))),
    page: v.optional(countParam(9_999), '1'),
    entries: v.optional(countParam(WALLETS_PER_PAGE), String(WALLETS_PER_PAGE)),
  }),
  data: v.object({
    listings: v.array(WalletListingSchema),
    total: CountSchema,
    page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  errors: ['rate_limited', 'explorer_unavailable'],
})
export type WalletPage = v.InferOutput<(typeof listWallets)['data']>

export const getWalletProfile = endpoint({
  method: 'GET',
  path: '/wallets/profile/:address',
  tag: 'wallet',
  access: 'public',
  summary: 'Get name, picture and balance of a wallet; unknown values are null',
  params: v.object({ address: EvmAddressSchema }),
  query: v.object({ chainId: chainIdParam }),
  data: v.object({
    /** Name of the address, such as `koi.eth`. */
    name: v.nullable(GivenNameSchema),
    avatar: v.nullable(v.pipe(v.string(), v.startsWith('/'))),
    /** In the chain's own coin. */
    balance: v.nullable(v.object({ amount: DecimalSchema, symbol: v.string() })),
  }),
  errors: ['wallet_chain_unsupported', 'rate_limited'],
})
export type WalletProfile = v.InferOutput<(typeof getWalletProfile)['data']>

/** Longest name or symbol of an NFT's contract. */
export const NFT_NAME_MAX = 60

export const NftNameSchema: v.GenericSchema<string, GivenName> = lineOf(NFT_NAME_MAX)

export const NFT_STANDARDS = ['erc721', 'erc1155'] as const

export const NftCollectionSchema = v.object({
  contract: ShownEvmAddressSchema,
  standard: v.picklist(NFT_STANDARDS),
  /** Its name lures to a web address or a gift, or it has none; never for a collection that the operator has named. */
  isSpam: v.boolean(),
  /** From the contract; null if it has none that can be shown. */
  name: v.nullable(NftNameSchema),
  symbol: v.nullable(NftNameSchema),
  /** Just confirmed on the chain, newest first; `amount` is 1 for an ERC-721. */
  tokens: v.array(v.object({ id: Uint256Schema, amount: Uint256Schema })),
  /** Further tokens by the contract's count, whose ids are unknown. */
  others: CountSchema,
})
export type NftCollection = v.InferOutput<typeof NftCollectionSchema>

export const NftHoldingsSchema = v.object({
  at: MomentSchema,
  /**
   * Range of the search for transfers to the wallet: all, those since a time, or none, because the node provides
   * none.
   */
  reach: v.variant('kind', [
    v.object({ kind: v.literal('all') }),
    /** With `goesOn` the next request searches further back. */
    v.object({ kind: v.literal('since'), at: MomentSchema, goesOn: v.boolean() }),
    v.object({ kind: v.literal('none') }),
  ]),
  collections: v.array(NftCollectionSchema),
  /** Received tokens that the node did not answer for. */
  unanswered: CountSchema,
  /** Received tokens that were not checked, because newer ones were enough. */
  skipped: CountSchema,
})
export type NftHoldings = v.InferOutput<typeof NftHoldingsSchema>

export const getWalletNfts = endpoint({
  method: 'GET',
  path: '/wallets/nfts/:address',
  tag: 'wallet',
  access: 'public',
  isPersonal: true,
  summary: 'List NFTs of a wallet on one chain, as far as the node knows; null if the server has no node',
  params: v.object({ address: EvmAddressSchema }),
  query: v.object({ chainId: chainIdParam }),
  data: v.nullable(NftHoldingsSchema),
  errors: ['wallet_chain_unsupported', 'wallet_chain_unavailable', 'rate_limited'],
})

/**
 * The token's own picture, redrawn by the server as a square of 256 px. Below the logos of wallets, whose folder the
 * service worker caches.
 */
export const nftPicturePath = (chainId: number | string, contract: string, id: string): string =>
  `${API_BASE}/wallet-images/nfts/${chainId}/${contract.toLowerCase()}/${id}`

/** Made by the server, signed by a wallet. */
const SignInMessageSchema = v.object({
  /** EIP-4361 text. Its statement is `<unix seconds>:<label of this server>`. */
  message: v.string(),
  expiresAt: MomentSchema,
})

const whoSigns = v.object({
  address: EvmAddressSchema,
  chainId: ChainIdSchema,
})

const SignedMessageSchema = v.object({
  message: v.pipe(v.string(), v.maxLength(4_000)),
  /** 65 bytes of a key, or any bytes for a contract (EIP-1271, EIP-6492), which may be empty. */
  signature: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){0,4096}$/)),
  /** Name of the wallet, as the player knows it. */
  label: v.optional(lineOf(60), ''),
})

const SIGNATURE_ERRORS = [
  'wallet_message_invalid',
  'wallet_domain_wrong',
  'wallet_message_used',
  'wallet_message_expired',
  'wallet_chain_unsupported',
  'wallet_signature_wrong',
  /** A contract's signature cannot be checked without its chain. */
  'wallet_chain_unavailable',
  'rate_limited',
] as const

export const beginWalletLogin = endpoint({
  method: 'POST',
  path: '/auth/wallet/message',
  tag: 'auth',
  access: 'public',
  summary: 'Get a message for the wallet to sign; valid once, for 5 minutes',
  body: whoSigns,
  data: SignInMessageSchema,
  errors: ['wallet_chain_unsupported', 'rate_limited'],
})

export const loginWithWallet = endpoint({
  method: 'POST',
  path: '/auth/wallet',
  tag: 'auth',
  access: 'public',
  summary:
    'Log in with a signed message; a new address opens an account if its player declares to be 18 or older',
  body: v.object({
    ...SignedMessageSchema.entries,
    /** The player declares to be 18 or older; required after `wallet_unknown`. */
    isAdult: v.optional(v.literal(true, 'adult')),
    /** Code of the authenticator or a recovery code; required after `totp_required`. */
    code: v.optional(SecondFactorSchema),
    nickname: v.optional(NicknameSchema, ''),
    referralCode: v.optional(ReferralCodeSchema),
    locale: v.optional(LocaleSchema, DEFAULT_LOCALE),
  }),
  data: TokenSchema,
  errors: [
    ...SIGNATURE_ERRORS,
    'wallet_key_needed',
    'wallet_unproven',
    'wallet_deposits_only',
    'wallet_unknown',
    'totp_required',
    'totp_invalid',
    'referral_code_unknown',
    'break_active',
  ],
})

export const beginWalletLink = endpoint({
  method: 'POST',
  path: '/user/wallets/message',
  tag: 'security',
  access: 'player',
  summary: 'Get a message that a wallet signs to be linked to this account',
  /** A wallet is a new login method: as for a passkey, a stolen session alone must not add one. */
  body: v.object({ ...whoSigns.entries, ...PROOF }),
  data: SignInMessageSchema,
  errors: [...PROOF_ERRORS, 'wallet_chain_unsupported', 'conflict'],
})

export const linkWallet = endpoint({
  method: 'POST',
  path: '/user/wallets',
  tag: 'security',
  access: 'player',
  summary: 'Link a wallet, which can log in from then on; ends every other session',
  body: SignedMessageSchema,
  data: SecuritySchema,
  /** `conflict`: the account has 20 wallets. `break_active`: the wallet is excluded for longer than the account. */
  errors: [...SIGNATURE_ERRORS, 'wallet_taken', 'wallet_key_needed', 'conflict', 'break_active'],
})

export const beginDepositWallet = endpoint({
  method: 'POST',
  path: '/user/deposit-wallets/message',
  tag: 'deposits',
  access: 'player',
  summary: 'Get a message that a wallet signs to be linked for deposits only, not for log-in',
  body: whoSigns,
  data: SignInMessageSchema,
  errors: ['wallet_chain_unsupported', 'conflict', 'rate_limited'],
})

export const linkDepositWallet = endpoint({
  method: 'POST',
  path: '/user/deposit-wallets',
  tag: 'deposits',
  access: 'player',
  summary: 'Link a wallet whose transfers are credited to this account, without log-in',
  body: SignedMessageSchema,
  data: SecuritySchema,
  /** `conflict`: the account has 10 such wallets, or 20 wallets in all. `wallet_proof_needed`: use `linkWallet`. */
  errors: [
    ...SIGNATURE_ERRORS,
    'wallet_taken',
    'wallet_key_needed',
    'wallet_proof_needed',
    'conflict',
    'break_active',
  ],
})

export const unlinkWallet = endpoint({
  method: 'POST',
  path: '/user/wallets/:address/removal',
  tag: 'security',
  access: 'player',
  summary: 'Unlink a wallet, unless it is the last login method; ends every other session',
  params: v.object({ address: EvmAddressSchema }),
  /** `chainId`: of a linked contract. */
  body: v.object({ chainId: v.optional(ChainIdSchema), ...PROOF }),
  data: SecuritySchema,
  errors: [...PROOF_ERRORS, 'not_found', 'last_way_in'],
})
