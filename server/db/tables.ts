import type { CrashStatus } from '#contract/crash.ts'
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from 'kysely'
import type { LoginEvent } from '#contract/account.ts'
import type { GameStatus } from '#contract/games.ts'
import type { Locale, Localized } from '#contract/localized.ts'
import type { PromotionTopic, QuietHours } from '#contract/notifications.ts'
import type { Role } from '#contract/operator-roles.ts'
import type { AutoPlayEnd, RoundEnd } from '#contract/play.ts'
import type { ShownAs } from '#contract/public-player.ts'
import type { EvmAddress } from '#contract/values.ts'
import type { IntentStatus } from '#contract/wallet-deposits.ts'
import type { FreeRoundsTerms } from '#contract/free-rounds-terms.ts'
import type { DepositOffer, FreeRoundsOffer, Promotion, PromotionRule } from '#contract/promotions.ts'
import type { Break, LimitKind, LimitPeriod } from '#contract/responsible-play.ts'
import type { DepositState } from './deposit-state.ts'
import type { AccountKind, RewardKind, TransactionKind } from './ledger-kinds.ts'
import type { MailKind } from './mail-kind.ts'
import type { ProviderGameCategory, ProviderStatus, ProviderTransactionKind } from './provider-kinds.ts'
import type { WithdrawalReason, WithdrawalState } from './withdrawal-state.ts'

// Tables as queries read them. Numeric and bigint columns arrive as decimal strings on both databases.

interface ProviderTable {
  id: Generated<number>
  slug: string
  name: Localized
  position: number
}

interface CategoryTable {
  id: Generated<number>
  slug: string
  name: Localized
  position: number
}

interface GameTable {
  id: Generated<number>
  slug: string
  provider_id: number
  name: Localized
  tagline: Localized
  status: GameStatus
  /** Status of this release; `status` follows it until an operator changes it. */
  shipped_status: GameStatus
  color_from: string
  color_to: string
  edge_min_bps: number
  edge_max_bps: number
  live: boolean
  released_at: Date
  rules: Localized[]
  outcome: Localized
  payout: Localized
  formula: string
  position: number
}

interface GameCategoryTable {
  game_id: number
  category_id: number
}

interface CoinTable {
  id: string
  symbol: string
  name: string
  network: string
  decimals: number
  chain_decimals: number
  price_usd: string
  priced_at: Date
  listed: boolean
  receivable: boolean
  position: number
}

interface PromotionTable {
  id: Generated<number>
  slug: string
  kind: Promotion['kind']
  title: Localized
  summary: Localized
  terms: PromotionRule[]
  starts_at: Date
  ends_at: Date | null
  offer: DepositOffer | null
  free: FreeRoundsOffer | null
  given: Generated<number>
  position: number
}

interface AccountTable {
  /** The player's number, `uid` in the API. */
  id: GeneratedAlways<number>
  email: string | null
  password_hash: string | null
  password_changed_at: Date | null
  nickname: Generated<string>
  name: Generated<string>
  phone: Generated<string>
  address: Generated<string>
  region: Generated<string>
  locale: Locale
  /** How public lists show the player. */
  shown_as: Generated<ShownAs>
  public_number: Generated<string>
  referral_code: string
  invited_by: number | null
  adult_confirmed_at: Date
  totp_secret: Uint8Array | null
  totp_confirmed_at: Date | null
  totp_last_step: string | null
  reminder_minutes: 15 | 30 | 60 | 120 | null
  quiet_hours: ColumnType<QuietHours | null, string | null, string | null>
  proof_held_until: Date | null
  money_held_until: Date | null
  created_at: Date
  closed_at: Date | null
}

interface SessionTable {
  id: string
  account_id: number
  token_hash: Uint8Array
  method: LoginEvent['method']
  user_agent: string
  address: string
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

interface LoginEventTable {
  id: GeneratedAlways<string>
  account_id: number | null
  at: Date
  method: LoginEvent['method']
  outcome: LoginEvent['outcome']
  user_agent: string
  address: string
  device: Uint8Array | null
}

interface EmailCodeTable {
  email: string
  purpose: 'register' | 'reset' | 'change'
  asker: Uint8Array
  account_id: number | null
  code_hash: Uint8Array
  sent_at: Date
  expires_at: Date
  tries_left: number
}

interface RecoveryCodeTable {
  account_id: number
  code_hash: Uint8Array
  used_at: Date | null
}

interface PasskeyTable {
  id: string
  account_id: number
  public_key: Uint8Array
  counter: string
  transports: string[]
  name: string
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
}

interface ChallengeTable {
  challenge: string
  purpose:
    'passkey-login' | 'passkey-new' | 'passkey-proof' | 'wallet-login' | 'wallet-link' | 'wallet-deposit'
  account_id: number | null
  session_id: string | null
  confirms: Uint8Array | null
  expires_at: Date
}

interface WalletTable {
  address: EvmAddress
  account_id: number
  label: string
  linked_at: Date
  last_used_at: Date | null
  proven_by: 'key' | 'contract' | null
  chain_id: string | null
  /** False for a wallet for deposits only. */
  logs_in: Generated<boolean>
}

interface FormerWalletTable {
  address: EvmAddress
  account_id: number
  linked_at: Date | null
  unlinked_at: Date
}

interface ExcludedWalletTable {
  address_hash: Uint8Array
  until: Date
}

interface PlayerWayTable {
  account_id: number
  way_hash: Uint8Array
  kind: 'email' | 'wallet'
  given_up_at: Date | null
}

interface AvatarTable {
  account_id: number
  name: string
  image: Uint8Array
  updated_at: Date
}

interface NftPictureTable {
  account_id: number
  /** Name of the picture. */
  avatar: string
  chain_id: string
  contract: EvmAddress
  standard: 'erc721' | 'erc1155'
  token: string
  /** Name of the collection. */
  collection: string | null
  wallet: EvmAddress
  checked_at: Date
  next_check_at: Date
}

interface PlayLimitTable {
  account_id: number
  kind: LimitKind
  period: LimitPeriod
  amount: string | null
  raise_asked_at: Date | null
  raise_amount: string | null
}

interface PlayBreakTable {
  id: GeneratedAlways<string>
  account_id: number
  kind: Break['kind']
  started_at: Date
  until: Date
}

interface ExcludedEmailTable {
  email_hash: Uint8Array
  until: Date
}

interface LedgerAccountTable {
  bucket: number
  id: GeneratedAlways<string>
  kind: AccountKind
  coin: string
  account_id: number | null
  stripe: number
  balance: string
}

interface LedgerTransactionTable {
  bucket: number
  id: GeneratedAlways<string>
  key: string
  fingerprint: Uint8Array
  kind: TransactionKind
  subject: string | null
  at: Date
  lines: number
}

interface LedgerPostingTable {
  bucket: number
  transaction_id: string
  line: number
  ledger_account_id: string
  amount: string
  coin: string
  /** Null for an account of the house. */
  balance_after: string | null
}

/** Sums of an account as of the last check of the ledger. */
interface LedgerCheckAccountTable {
  bucket: number
  ledger_account_id: string
  kind: AccountKind
  coin: string
  account_id: number | null
  postings: string
  total: string
}

interface LedgerHistoryTable {
  bucket: number
  ledger_account_id: string
  kind: TransactionKind
  at: Date
  transaction_id: string
  line: number
}

interface LedgerTransferTable {
  chain: string
  tx_id: string
  log_index: number
  bucket: number
  transaction_id: string
  line: number
}

interface DepositKeyTable {
  id: GeneratedAlways<number>
  chain: string
  xpub: string
  next_index: Generated<number>
  created_at: Date
}

interface DepositAddressTable {
  chain: string
  account_id: number
  address: string
  key_id: number
  derivation_index: number
  receive_coin: string
  created_at: Date
  opened_at: Date
  searched_at: Date | null
  held_amount: Generated<string>
  held_at: Generated<Date | null>
  compared_at: Generated<Date | null>
  difference: Generated<string>
  unsettled_since: Generated<Date | null>
  sent_at: Generated<Date | null>
}

interface DepositTable {
  id: GeneratedAlways<string>
  account_id: number
  chain: string
  tx_id: string
  log_index: number | null
  sender: string
  recipient: string
  contract: string
  coin: string | null
  amount: string
  block: string | null
  block_at: Date
  own_address: GeneratedAlways<string | null>
  status: DepositState
  receive_coin: string
  credited_amount: string | null
  credited_price_usd: string | null
  paid_price_usd: string | null
  usd_cents: string | null
  is_over_limit: Generated<boolean>
  seen_at: Date
  settled_at: Date | null
  updated_at: Date
}

interface ChainWatchTable {
  chain: string
  final_until: Date
  seen_until: Date
  head_block: Generated<string>
  final_block: Generated<string>
  checked_at: Date | null
  holder: string | null
  held_until: Date | null
  confirmations: number | null
  explorer_url: string | null
  outage_ended_at: Generated<Date | null>
  head_at: Generated<Date | null>
}

interface DepositDecisionTable {
  id: GeneratedAlways<string>
  decision: 'assign' | 'close' | 'rescan'
  subject: string
  account_id: number | null
  why: string | null
  decided_by: string
  decided_at: Date
}

interface SkippedAddressTable {
  chain: string
  address: string
  key_id: number
  derivation_index: number
  received: Generated<string>
  changed_at: Generated<Date | null>
  searched_at: Generated<Date | null>
}

interface EvmPositionTable {
  chain: string
  block: string
  hash: string
}

interface DepositIntentTable {
  id: GeneratedAlways<string>
  account_id: number
  idempotency_key: string
  chain: string
  sender: EvmAddress
  recipient: EvmAddress
  contract: EvmAddress | null
  coin: string
  amount: string
  raw_amount: string
  receive_coin: string
  status: Generated<IntentStatus>
  tx_id: string | null
  nonce: string | null
  opened_block: string | null
  opened_nonce: string | null
  looked_block: string | null
  looked_nonce: string | null
  created_at: Date
  sent_at: Date | null
  updated_at: Date
}

/** Amounts in the smallest unit of the chain. */
interface HouseBalanceTable {
  chain: string
  address: EvmAddress
  contract: string
  settled_block: string | null
  settled_amount: string | null
  settled_nonce: Generated<string | null>
  received: Generated<string>
  difference: Generated<string>
  unsettled_since: Date | null
  searched_at: Date | null
}

interface UnclaimedTransferTable {
  chain: string
  tx_id: string
  log_index: number
  sender: EvmAddress
  recipient: EvmAddress
  contract: string
  coin: string
  amount: string
  block: string
  block_at: Date
  seen_at: Date
  claimed_at: Date | null
}

interface PracticeChainTable {
  chain: string
  base_block: string
  base_at: Date
  block_ms: number
}

interface PracticeTransferTable {
  id: GeneratedAlways<string>
  chain: string
  tx_id: string
  log_index: number
  contract: string
  sender: string
  recipient: string
  amount: string
  block: string
  block_at: Date
  nonce: string | null
}

interface BonusChoiceTable {
  account_id: number
  is_accepted: boolean
  chosen_at: Date
}

/** A bonus starts as `active` or `declined`; the other states are final. */
type BonusState =
  | 'active'
  | 'released'
  /** The player gave up the rest, perhaps by closing the account. */
  | 'given_up'
  | 'expired'
  /** The player declined bonuses before the deposit: nothing was granted. */
  | 'declined'

interface BonusTable {
  id: GeneratedAlways<string>
  account_id: number
  ordinal: number
  deposit_id: string
  coin: string
  status: BonusState
  deposit_cents: string
  bonus_bps: number
  release_bps: number
  amount: string
  released: Generated<string>
  granted_at: Date
  expires_at: Date
  ended_at: Date | null
}

interface WithdrawalTable {
  id: GeneratedAlways<string>
  account_id: number
  idempotency_key: string
  coin: string
  chain: string
  address: string
  amount: string
  fee: string
  status: WithdrawalState
  reason: WithdrawalReason | null
  seal: Uint8Array | null
  requested_at: Date
  approved_at: Date | null
  approval: Uint8Array | null
  claimed_by: string | null
  claimed_until: Date | null
  signed_at: Date | null
  broadcast_at: Date | null
  settled_at: Date | null
  updated_at: Date
}

interface WithdrawalTransactionTable {
  id: GeneratedAlways<string>
  withdrawal_id: string
  chain: string
  tx_id: string
  raw: Uint8Array
  /** Null on EVM chains, where the nonce tells when it can never pay any more. */
  expires_at: Date | null
  sender: string | null
  nonce: string | null
  signed_block: string | null
  signed_at: Date
  sent_at: Date | null
  outcome: 'confirmed' | 'expired' | 'reverted' | null
  settled_at: Date | null
}

interface WithdrawalNonceTable {
  chain: string
  sender: string
  nonce: string
  withdrawal_id: string
  outcome: 'used' | 'lost' | null
}

interface SignerTable {
  chain: string
  address: string
  holder: string
  held_until: Date
  seen_at: Date
}

interface SignerHaltTable {
  chain: string
  sender: string
  since: Date
  /** Null where transactions have no nonces. */
  seen_nonce: string | null
}

interface SignerRecoveryTable {
  id: GeneratedAlways<string>
  chain: string
  sender: string
  tx_id: string | null
  nonce_from: string | null
  nonce_to: string | null
  until_at: Date | null
  withdrawal_id: string | null
  decided_by: string
  decided_at: Date
  seal: Uint8Array
}

interface HouseAddressTable {
  address: string
  first_seen_at: Date
}

interface WithdrawalDecisionTable {
  id: GeneratedAlways<string>
  withdrawal_id: string
  decision: 'approve' | 'refuse' | 'paid' | 'unpaid'
  tx_id: string | null
  decided_by: string
  decided_at: Date
}

interface WithdrawalAddressTable {
  id: GeneratedAlways<string>
  account_id: number
  chain: string
  address: string
  label: string
  added_at: Date
}

interface WithdrawalWhitelistTable {
  account_id: number
  since: Date
  ends_at: Date | null
}

interface PlayAccountTable {
  bucket: number
  account_id: number
  revision: Generated<string>
  pair: number | null
  nonce: Generated<number>
  receipts: Generated<string>
  receipt_hash: Generated<Uint8Array>
  bet_at: Generated<Readonly<Record<string, number>>>
  bets: Generated<string>
  wagered: Generated<string>
  edge: Generated<string>
  closed_at: Date | null
}

interface SeedPairTable {
  bucket: number
  account_id: number
  ordinal: number
  state: 'next' | 'current' | 'ended'
  sealed: Uint8Array
  hash: string
  client_seed: string | null
  bets: number | null
  made_at: Date
  begun_at: Date | null
  ended_at: Date | null
}

export interface BetTable {
  bucket: number
  account_id: number
  pair: number | null
  nonce: number | null
  crash_round: string | null
  id: string
  key: string
  game: string
  coin: string
  placed_at: Date
  at: Date
  params: unknown
  outcome: unknown
  stake: string
  multiplier: string
  payout: string
  steps: unknown[] | null
  step_keys: string[] | null
  ended_by: RoundEnd | null
  free: Generated<boolean>
  usd: string
  edge_usd: string
  receipts: string[]
  auto_play: string | null
  auto_play_step: number | null
}

export interface RoundTable {
  bucket: number
  account_id: number
  id: string
  pair: number | null
  nonce: number | null
  crash_round: string | null
  crash_place: number | null
  key: string
  game: string
  coin: string
  placed_at: Date
  touched_at: Date
  params: unknown
  stake: string
  steps: unknown[]
  step_keys: string[]
  usd: string
  edge_usd: string
  receipts: string[]
  auto_play: string | null
  auto_play_step: number | null
}

export interface AutoPlayTable {
  id: GeneratedAlways<string>
  bucket: number
  account_id: number
  key: string
  game: string
  coin: string
  count: number | null
  highest_stake: string
  stop_on_loss: string | null
  stop_on_profit: string | null
  stop_on_single_win: string | null
  started_at: Date
  touched_at: Date
  done: Generated<number>
  net: Generated<string>
  ended: AutoPlayEnd | null
}

interface ReceiptTable {
  bucket: number
  account_id: number
  sequence: string
  bet_id: string
  text: string
  kid: string
  signature: Uint8Array
}

interface SealTable {
  day: string
  receipts: Generated<string>
  at_bucket: Generated<number>
  at_account: Generated<number>
  secret: Uint8Array | null
  at: Date | null
  text: string | null
  kid: string | null
  signature: Uint8Array | null
}

interface SealLeavesTable {
  day: string
  tree: string
  ordinal: number
  leaves: Uint8Array
  root: Uint8Array
}

interface SealRangeTable {
  bucket: number
  account_id: number
  first_sequence: string
  last_sequence: string
  day: string
  first_leaf: string
}

interface MessageTable {
  bucket: number
  account_id: number
  id: GeneratedAlways<string>
  key: string
  at: Date
  kind: string
  data: ColumnType<object, string, never>
  read_at: ColumnType<Date | null, never, Date>
}

interface PushSubscriptionTable {
  bucket: number
  account_id: number
  session_id: string
  endpoint: string
  p256dh: Uint8Array
  auth: Uint8Array
  server_key: string
  origin: string
  locale: Locale
  created_at: Date
}

interface PushTable {
  bucket: number
  account_id: number
  message_id: string
  session_id: string
  next_try_at: Date
  give_up_at: Date
  tries: Generated<number>
}

interface AlarmTable {
  alarm: string
  message: string
  details: string
  count: string
  first_at: Date
  last_at: Date
}

interface WinLinkTable {
  bucket: number
  account_id: number
  bet_id: string
  key: string
  locale: string
  at: Date
}

interface AnnouncementTable {
  key: string
  at: Date
}

interface PromotionConsentTable {
  bucket: number
  account_id: number
  topic: PromotionTopic
  inbox: boolean
  push: boolean
  mail: boolean
  changed_at: Date
}

/** Things that two accounts of one person share. */
export type LinkKind = 'mailbox' | 'wallet' | 'device' | 'address'

interface RaceEntryTable {
  bucket: number
  account_id: number
  /** A Monday, as `2026-11-30`. */
  week: string
  joined_at: Date
}

export interface RaceWinnerRow {
  readonly player: number
  readonly points: string
  /** In the smallest unit of the coin; 0 for too little. */
  readonly prize: string
}

interface RaceTable {
  week: string
  entries: number
  points: string
  day_cap: string
  pool_bps: number
  prize_most_bps: number
  winners: ColumnType<readonly RaceWinnerRow[], string, never>
  coin: string
  closed_at: Date
}

interface RewardTable {
  bucket: number
  account_id: number
  id: GeneratedAlways<string>
  kind: RewardKind
  key: string
  coin: string
  amount: string
  edge_from: Generated<string | null>
  edge_to: Generated<string | null>
  share_bps: Generated<number | null>
  level: Generated<number | null>
  request: Generated<string | null>
  at: Date
  data: ColumnType<object, string | undefined, never>
}

interface ReferralTable {
  bucket: number
  account_id: number
  friend_id: number
  since: Date
  edge_paid: Generated<string>
  earned: Generated<string>
  reason: Generated<LinkKind | null>
  linked_to: Generated<number | null>
  judged_at: Generated<Date | null>
}

interface AdminActionTable {
  id: GeneratedAlways<string>
  at: Date
  by_name: string
  by_user: string
  why: string
  action: string
  what: ColumnType<object, string, never>
  operator_id: number | null
  kind: 'read' | 'change'
  /** Its number in the log, and the chain of hashes: the database gives them. */
  line: GeneratedAlways<string>
  prev: GeneratedAlways<Uint8Array>
  hash: GeneratedAlways<Uint8Array>
}

interface AdminLogHeadTable {
  is_only: GeneratedAlways<boolean>
  lines: string
  hash: Uint8Array
}

interface OperatorTable {
  id: GeneratedAlways<number>
  name: string
  role: Role
  invited_by: number | null
  joined_at: Date | null
  removed_at: Date | null
}

interface OperatorInvitationTable {
  operator_id: number
  token_hash: Uint8Array
  made_at: Date
  expires_at: Date
  used_at: Date | null
}

interface OperatorPasskeyTable {
  id: string
  operator_id: number
  public_key: Uint8Array
  counter: string
  transports: string[]
  created_at: Date
  last_used_at: Date | null
  trusted_at: Date | null
  trust: Uint8Array | null
}

interface OperatorSessionTable {
  id: string
  operator_id: number
  token_hash: Uint8Array
  address: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  confirmed_at: Date | null
  challenge: string | null
  challenge_until: Date | null
}

interface OperatorChallengeTable {
  challenge: string
  purpose: 'log-in' | 'invitation' | 'vote'
  operator_id: number | null
  at: Date
  expires_at: Date
}

interface OperatorProposalTable {
  id: GeneratedAlways<string>
  operator_id: number
  action: string
  command: Uint8Array
  what: ColumnType<Record<string, unknown>, string, never>
  usd: string | null
  why: string
  at: Date
  state: Generated<'open' | 'done' | 'rejected' | 'failed'>
  decided_by: number | null
  decided_name: string | null
  decided_why: string | null
  decided_at: Date | null
}

interface OperatorGiftTable {
  id: GeneratedAlways<string>
  operator_id: number
  usd: string
  at: Date
}

interface WithdrawalVoteTable {
  id: GeneratedAlways<string>
  withdrawal_id: string
  operator_id: number
  decision: 'approve' | 'refuse'
  why: string
  at: Date
  origin: string
  assertion: ColumnType<object, string, never>
  done_at: Date | null
}

interface GiftCodeTable {
  id: GeneratedAlways<string>
  hash: Uint8Array
  name: string
  coin: string | null
  amount: string | null
  free: ColumnType<FreeRoundsTerms | null, string | null, never>
  uses: number
  used: Generated<number>
  made_at: Date
  until: Date
  stopped_at: Date | null
  action_id: string
}

interface FreeGrantTable {
  bucket: number
  account_id: number
  id: GeneratedAlways<string>
  source: 'code' | 'promotion' | 'operator'
  key: string
  game: string
  params: ColumnType<Record<string, unknown>, string, never>
  coin: string
  stake: string
  rounds: number
  given_at: Date
  until: Date
}

interface FreeRoundTable {
  bucket: number
  account_id: number
  grant_id: string
  n: number
  bet_id: string
}

interface WheelTurnTable {
  bucket: number
  account_id: number
  /** `YYYY-MM-DD`, in UTC. */
  day: ColumnType<Date, string, never>
  bet: string
  coin: string
  amount: string
  edge_from: string
  edge_to: string
  share_bps: number
  at: Date
}

interface SealBalanceTable {
  bucket: number
  account_id: number
  day: string
  coin: string
  balance: string
  places: number[]
}

interface PlayHourTable {
  bucket: number
  account_id: number
  hour: Date
  staked: string
  paid: string
}

interface PlayDayTable {
  bucket: number
  day: Date
  account_id: number
  bets: string
  edge: string
  staked: string
  paid: string
}

interface GameHourTable {
  bucket: number
  hour: Date
  game: string
  bets: string
  edge: string
  staked: string
  paid: string
  staked_squares: string
  paid_squares: string
  products: string
}

interface TopWinTable {
  bucket: number
  day: Date
  game: string
  bet_id: string
  account_id: number
  coin: string
  at: Date
  stake: string
  multiplier: string
  payout: string
  won: string
}

interface PlayGuardTable {
  bucket: number
  account_id: number
  version: string
}

interface ReceiptKeyTable {
  kid: string
  public_key: Uint8Array
  sealed: Uint8Array
  from_at: Date
  until_at: Date | null
}

interface CrashChainTable {
  id: GeneratedAlways<number>
  state: 'next' | 'current' | 'ended'
  last_hash: string
  length: number
  published_at: Date
}

interface CrashCheckpointTable {
  chain: number
  game: number
  sealed: Uint8Array
}

export interface CrashRoundTable {
  id: GeneratedAlways<string>
  chain: number
  game: number
  epoch: string
  status: CrashStatus
  seq: Generated<number>
  begun_at: Date
  locks_at: Date | null
  locked_at: Date | null
  unheard_at: Date | null
  salt: string | null
  beacon_round: string | null
  beacon_signature: string | null
  start_at: Date | null
  game_hash: string | null
  point: ColumnType<string | null, number | null, number | null>
  rest: 'lost' | 'refund' | null
  ended_at: Date | null
  bets: Generated<number>
  staked: Generated<string>
  paid: Generated<string>
}

interface CrashLeaderTable {
  id: Generated<boolean>
  epoch: string
  holder: string | null
  beat_at: Date
}

interface CrashPracticeBlockTable {
  block: string
  hash: string
}

interface CrashLatencyTable {
  hour: Date
  at_most_ms: number
  cash_outs: number
  lost: number
}

interface MailTable {
  id: GeneratedAlways<string>
  recipient: string | null
  kind: MailKind
  sealed: Uint8Array
  queued_at: Date
  next_try_at: Date
  give_up_at: Date
  tries: Generated<number>
}

interface PracticeMailTable {
  id: GeneratedAlways<string>
  account_id: number | null
  browser_hash: Uint8Array | null
  recipient: string | null
  sealed: Uint8Array
  sent_at: Date
}

interface PracticeBrowserTable {
  account_id: number
  browser_hash: Uint8Array
  session_id: string
}

interface JobTable {
  name: string
  epoch: string
  held_until: Date | null
  due_at: Date
  result: unknown
  done_at: Date | null
}

interface RateLimitTable {
  key: string
  points: Generated<number>
  expire: string | null
}

interface ServerSecretTable {
  name: string
  secret: Uint8Array
}

interface SchemaMigrationTable {
  id: number
  name: string
  checksum: string
  applied_at: Generated<Date>
  compatible_since: Generated<number | null>
}

interface ProviderGameTable {
  provider: string
  code: string
  name: Localized
  names: Generated<string>
  category: ProviderGameCategory
  cover: string | null
  volatility: 'low' | 'medium' | 'high' | null
  return_bps: number | null
  edge_bps: number
  has_demo: Generated<boolean>
  blocked_countries: Generated<string[]>
  is_on: Generated<boolean>
  listed_at: Date
  gone_at: Date | null
}

interface ProviderCoverTable {
  hash: string
  image: Uint8Array
}

interface ProviderOffTable {
  provider: string
  at: Date
}

interface ProviderPlayerTable {
  bucket: number
  account_id: number
  provider: string
  name: string
}

interface ProviderSessionTable {
  bucket: number
  account_id: number
  provider: string
  token_hash: Uint8Array
  coin: string
  game: string
  created_at: Date
  expires_at: Date
}

interface ProviderRoundTable {
  bucket: number
  account_id: number
  provider: string
  round: string
  id: GeneratedAlways<string>
  game: string
  coin: string
  staked: Generated<string>
  paid: Generated<string>
  bets: Generated<number>
  usd: Generated<string>
  edge_usd: Generated<string>
  counted_usd: Generated<string>
  counted_edge_usd: Generated<string>
  taken_back_usd: Generated<string>
  taken_back_edge_usd: Generated<string>
  opened_at: Date
  closed_at: Date | null
}

interface ProviderTransactionTable {
  bucket: number
  account_id: number
  provider: string
  id: string
  sequence: GeneratedAlways<string>
  kind: ProviderTransactionKind
  reference: string | null
  content_hash: Uint8Array
  round: string
  game: string
  coin: string
  amount: string
  short: string
  usd: string
  edge_usd: string
  hour: Date
  status: ProviderStatus
  request: string
  balance: string
  at: Date
}

interface ProviderDebtTable {
  bucket: number
  account_id: number
  provider: string
  transaction_id: string
  coin: string
  amount: string
  at: Date
  settled_at: Date | null
  action_id: string | null
}

export interface Tables {
  provider: ProviderTable
  category: CategoryTable
  game: GameTable
  game_category: GameCategoryTable
  coin: CoinTable
  promotion: PromotionTable
  account: AccountTable
  session: SessionTable
  login_event: LoginEventTable
  email_code: EmailCodeTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  challenge: ChallengeTable
  wallet: WalletTable
  player_way: PlayerWayTable
  avatar: AvatarTable
  nft_picture: NftPictureTable
  play_limit: PlayLimitTable
  play_break: PlayBreakTable
  excluded_email: ExcludedEmailTable
  former_wallet: FormerWalletTable
  excluded_wallet: ExcludedWalletTable
  ledger_account: LedgerAccountTable
  ledger_transaction: LedgerTransactionTable
  ledger_posting: LedgerPostingTable
  ledger_history: LedgerHistoryTable
  ledger_check_account: LedgerCheckAccountTable
  ledger_transfer: LedgerTransferTable
  deposit_key: DepositKeyTable
  deposit_address: DepositAddressTable
  deposit: DepositTable
  chain_watch: ChainWatchTable
  evm_position: EvmPositionTable
  skipped_address: SkippedAddressTable
  deposit_decision: DepositDecisionTable
  deposit_intent: DepositIntentTable
  house_balance: HouseBalanceTable
  unclaimed_transfer: UnclaimedTransferTable
  practice_chain: PracticeChainTable
  practice_transfer: PracticeTransferTable
  bonus_choice: BonusChoiceTable
  bonus: BonusTable
  withdrawal: WithdrawalTable
  withdrawal_transaction: WithdrawalTransactionTable
  withdrawal_nonce: WithdrawalNonceTable
  signer: SignerTable
  signer_halt: SignerHaltTable
  signer_recovery: SignerRecoveryTable
  house_address: HouseAddressTable
  withdrawal_decision: WithdrawalDecisionTable
  withdrawal_address: WithdrawalAddressTable
  withdrawal_whitelist: WithdrawalWhitelistTable
  play_account: PlayAccountTable
  seed_pair: SeedPairTable
  auto_play: AutoPlayTable
  bet: BetTable
  round: RoundTable
  receipt: ReceiptTable
  play_hour: PlayHourTable
  play_day: PlayDayTable
  game_hour: GameHourTable
  top_win: TopWinTable
  play_guard: PlayGuardTable
  receipt_key: ReceiptKeyTable
  crash_chain: CrashChainTable
  crash_checkpoint: CrashCheckpointTable
  crash_round: CrashRoundTable
  crash_leader: CrashLeaderTable
  crash_practice_block: CrashPracticeBlockTable
  crash_latency: CrashLatencyTable
  seal: SealTable
  seal_leaves: SealLeavesTable
  seal_range: SealRangeTable
  seal_balance: SealBalanceTable
  message: MessageTable
  push_subscription: PushSubscriptionTable
  push: PushTable
  promotion_consent: PromotionConsentTable
  announcement: AnnouncementTable
  alarm: AlarmTable
  win_link: WinLinkTable
  reward: RewardTable
  race_entry: RaceEntryTable
  race: RaceTable
  referral: ReferralTable
  admin_action: AdminActionTable
  admin_log_head: AdminLogHeadTable
  operator: OperatorTable
  operator_invitation: OperatorInvitationTable
  operator_passkey: OperatorPasskeyTable
  operator_session: OperatorSessionTable
  operator_challenge: OperatorChallengeTable
  operator_proposal: OperatorProposalTable
  operator_gift: OperatorGiftTable
  withdrawal_vote: WithdrawalVoteTable
  gift_code: GiftCodeTable
  free_grant: FreeGrantTable
  free_round: FreeRoundTable
  wheel_turn: WheelTurnTable
  provider_game: ProviderGameTable
  provider_cover: ProviderCoverTable
  provider_off: ProviderOffTable
  provider_player: ProviderPlayerTable
  provider_session: ProviderSessionTable
  provider_round: ProviderRoundTable
  provider_transaction: ProviderTransactionTable
  provider_debt: ProviderDebtTable
  mail: MailTable
  practice_mail: PracticeMailTable
  practice_browser: PracticeBrowserTable
  job: JobTable
  rate_limit: RateLimitTable
  server_secret: ServerSecretTable
  schema_migration: SchemaMigrationTable
}

export type Database = Kysely<Tables>

export type WithdrawalRow = Selectable<Tables['withdrawal']>
