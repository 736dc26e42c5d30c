import * as v from 'valibot'
import { NicknameSchema, ReferralCodeSchema, SecondFactorSchema, lineOf } from './account-fields.ts'
import { SecuritySchema } from './account.ts'
import { TokenSchema } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { GivenNameSchema, type GivenName } from './given-name.ts'
import { DEFAULT_LOCALE, LocaleSchema } from './localized.ts'
import { PROOF, PROOF_ERRORS } from './proof.ts'
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

/** Most wallets of one page of the explorer. */
export const WALLETS_PER_PAGE = 40
/** Wallets of the first view. */
export const RECOMMENDED_WALLETS = 9

/** Which of the explorer's lists: of desktop apps, of mobile apps, of browser extensions, or everything. */
export const WALLET_LISTS = ['desktop', 'mobile', 'injected', 'all'] as const

const LinksSchema = v.object({
  /** Such as `metamask://`. */
  native: v.nullable(v.string()),
  /** Such as `https://metamask.app.link`. */
  universal: v.nullable(WebLinkSchema),
})

export const WalletListingSchema = v.object({
  /** 64 hexadecimal characters of WalletConnect's registry. */
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  name: v.string(),
  homepage: v.nullable(WebLinkSchema),
  /** Site-relative address of the logo, served by this server; null when there is none. */
  image: v.nullable(v.pipe(v.string(), v.startsWith('/'))),
  mobile: LinksSchema,
  desktop: LinksSchema,
  /** Where to get it: pages of app stores and of extensions, https only. */
  stores: v.object({
    ios: v.nullable(WebLinkSchema),
    android: v.nullable(WebLinkSchema),
    chrome: v.nullable(WebLinkSchema),
    firefox: v.nullable(WebLinkSchema),
    safari: v.nullable(WebLinkSchema),
    edge: v.nullable(WebLinkSchema),
  }),
  /** Reverse domain name by EIP-6963, where the registry knows it. */
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
  summary: 'Wallets that speak WalletConnect, from its explorer, through this server',
  query: v.object({
    list: v.optional(v.picklist(WALLET_LISTS), 'all'),
    /** `1`: only those this operator recommends, in their order. */
    recommended: v.optional(v.literal('1')),
    search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60))),
    page: v.optional(countParam(9_999), '1'),
    entries: v.optional(countParam(WALLETS_PER_PAGE), String(WALLETS_PER_PAGE)),
  }),
  data: v.object({
    listings: v.array(WalletListingSchema),
    /** Wallets on all pages together. */
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
  summary: 'Name, picture and balance of a wallet; what cannot be learnt is null',
  params: v.object({ address: EvmAddressSchema }),
  query: v.object({ chainId: chainIdParam }),
  data: v.object({
    /** Name by which the address wants to be known, such as `koi.eth`. */
    name: v.nullable(GivenNameSchema),
    /** Site-relative address of its picture. */
    avatar: v.nullable(v.pipe(v.string(), v.startsWith('/'))),
    /** What it holds of the chain's own coin. */
    balance: v.nullable(v.object({ amount: DecimalSchema, symbol: v.string() })),
  }),
  errors: ['wallet_chain_unsupported', 'rate_limited'],
})
export type WalletProfile = v.InferOutput<(typeof getWalletProfile)['data']>

/** Most characters of what an NFT's contract calls itself. */
export const NFT_NAME_MAX = 60

const NftNameSchema: v.GenericSchema<string, GivenName> = lineOf(NFT_NAME_MAX)

/** A whole number of 256 bits. */
const Uint256Schema = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/))

export const NftCollectionSchema = v.object({
  contract: ShownEvmAddressSchema,
  standard: v.picklist(['erc721', 'erc1155']),
  /** What the contract says of itself; null where it says nothing that can be shown. */
  name: v.nullable(NftNameSchema),
  symbol: v.nullable(NftNameSchema),
  /** Those the chain has just confirmed, newest first; `amount` is 1 of an ERC-721. */
  tokens: v.array(v.object({ id: Uint256Schema, amount: Uint256Schema })),
  /** Held as well by what the contract says, but which ones cannot be told. */
  others: CountSchema,
})
export type NftCollection = v.InferOutput<typeof NftCollectionSchema>

export const NftHoldingsSchema = v.object({
  /** When the block was made that this was read at. */
  at: MomentSchema,
  /** Which transfers to the wallet were looked for: all, those since a moment, or none, because the node tells none. */
  reach: v.variant('kind', [
    v.object({ kind: v.literal('all') }),
    /** With `goesOn` the next call looks further back. */
    v.object({ kind: v.literal('since'), at: MomentSchema, goesOn: v.boolean() }),
    v.object({ kind: v.literal('none') }),
  ]),
  collections: v.array(NftCollectionSchema),
  /** Tokens that came in and that the node did not answer for. */
  unanswered: CountSchema,
  /** Tokens that came in and were not looked at, because newer ones were enough. */
  skipped: CountSchema,
})
export type NftHoldings = v.InferOutput<typeof NftHoldingsSchema>

export const getWalletNfts = endpoint({
  method: 'GET',
  path: '/wallets/nfts/:address',
  tag: 'wallet',
  access: 'public',
  isPersonal: true,
  summary:
    'NFTs that a wallet holds on one chain, as far as its node tells; null where the server has no node',
  params: v.object({ address: EvmAddressSchema }),
  query: v.object({ chainId: chainIdParam }),
  data: v.nullable(NftHoldingsSchema),
  errors: ['wallet_chain_unsupported', 'wallet_chain_unavailable', 'rate_limited'],
})

/** What a wallet signs, made by the server. */
const SignInMessageSchema = v.object({
  /** EIP-4361 text. Its statement is `<unix seconds>:<label of this server>`. */
  message: v.string(),
  /** After this moment it is refused. */
  expiresAt: MomentSchema,
})

const whoSigns = v.object({
  address: EvmAddressSchema,
  /** Of the chain the wallet is on; one of this server's. */
  chainId: ChainIdSchema,
})

const SignedMessageSchema = v.object({
  message: v.pipe(v.string(), v.maxLength(4_000)),
  /** 65 bytes of a key, or whatever a contract takes (EIP-1271, EIP-6492): some take an empty one. */
  signature: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){0,4096}$/)),
  /** Name of the wallet, as the player knows it. */
  label: v.optional(lineOf(60), ''),
})

/** Why a signed message opens nothing, each with a sentence of its own. */
const SIGNATURE_ERRORS = [
  /** Not a message of this server's form. */
  'wallet_message_invalid',
  /** Made for another site. */
  'wallet_domain_wrong',
  /** Used before, or never handed out. */
  'wallet_message_used',
  'wallet_message_expired',
  /** Names a chain this server does not serve. */
  'wallet_chain_unsupported',
  'wallet_signature_wrong',
  /** A contract's signature cannot be checked while the chain cannot be reached. */
  'wallet_chain_unavailable',
  'rate_limited',
] as const

export const beginWalletLogin = endpoint({
  method: 'POST',
  path: '/auth/wallet/message',
  tag: 'auth',
  access: 'public',
  summary: 'A message for the wallet to sign; works once and for 5 minutes',
  body: whoSigns,
  data: SignInMessageSchema,
  errors: ['wallet_chain_unsupported', 'rate_limited'],
})

export const loginWithWallet = endpoint({
  method: 'POST',
  path: '/auth/wallet',
  tag: 'auth',
  access: 'public',
  summary: 'Log in with a signed message; a new address opens an account once its player says to be 18',
  body: v.object({
    ...SignedMessageSchema.entries,
    /** The player says to be 18 or older; asked for with `wallet_unknown`. */
    isAdult: v.optional(v.literal(true, 'adult')),
    /** Of the authenticator, or a recovery code; asked for with `totp_required`. */
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
  summary: 'A message for a wallet that is to be linked to this account',
  /** A wallet is a new way in: as for a passkey, whoever merely found the session open adds none. */
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
  /** `conflict`: the account has 20 wallets. `break_active`: the wallet is held back longer than the account. */
  errors: [...SIGNATURE_ERRORS, 'wallet_taken', 'wallet_key_needed', 'conflict', 'break_active'],
})

export const beginDepositWallet = endpoint({
  method: 'POST',
  path: '/user/deposit-wallets/message',
  tag: 'deposits',
  access: 'player',
  summary: 'A message for a wallet that is to pay into this account, and not to log in to it',
  body: whoSigns,
  data: SignInMessageSchema,
  errors: ['wallet_chain_unsupported', 'conflict', 'rate_limited'],
})

export const linkDepositWallet = endpoint({
  method: 'POST',
  path: '/user/deposit-wallets',
  tag: 'deposits',
  access: 'player',
  summary: 'Link a wallet whose transfers are credited to this account; it does not log in to it',
  body: SignedMessageSchema,
  data: SecuritySchema,
  /** `conflict`: the account has 10 such wallets, or 20 wallets in all. `wallet_proof_needed`: `linkWallet` takes it. */
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
  summary: 'Unlink a wallet, unless nothing else opens the account; ends every other session',
  params: v.object({ address: EvmAddressSchema }),
  /** `chainId`: the one that a contract is linked on. */
  body: v.object({ chainId: v.optional(ChainIdSchema), ...PROOF }),
  data: SecuritySchema,
  errors: [...PROOF_ERRORS, 'not_found', 'last_way_in'],
})
