import { sql } from 'kysely'
import * as contract from '#contract/account.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { listAllRounds } from '#server/gifts/free-rounds.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import type { Database } from '#server/db/tables.ts'
import { MESSAGES_KEPT } from '#server/messages/delete-old-messages.ts'
import { PLAY_LISTS, type PageReader } from '#server/play/export-lists.ts'
import { EXPORTED_PLAY } from '#server/play/export-play.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { readAccount } from '#server/identity/account-row.ts'
import { exportMovements, exportProviderCalls, SEAL_LISTS } from './export-lists.ts'
import { deviceName } from '#server/identity/device-name.ts'

/** The size of the answer is bounded. */
const FRIENDS_EXPORTED = 1_000

type Reader = (db: Database, uid: number, secrets: Pick<Secrets, 'decrypt'>) => Promise<unknown>

/**
 * Data of each table with an `account_id`, without hashes, keys and codes. A test demands an entry here or in
 * `LISTED`
 * for every such table.
 */
export const EXPORTED: Readonly<Record<string, { readonly name: string; readonly read: Reader }>> = {
  session: {
    name: 'sessions',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('session')
        .select(['id', 'method', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at'])
        .where('account_id', '=', uid)
        .orderBy('created_at')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        method: row.method,
        device: deviceName(row.user_agent),
        userAgent: row.user_agent,
        address: row.address,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        expiresAt: row.expires_at,
      }))
    },
  },
  login_event: {
    name: 'logins',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('login_event')
        .select(['at', 'method', 'outcome', 'user_agent', 'address'])
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute()
      return rows.map(({ user_agent, ...row }) => ({ ...row, userAgent: user_agent }))
    },
  },
  email_code: {
    name: 'emailCodes',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('email_code')
        .select(['email', 'purpose', 'sent_at', 'expires_at', 'tries_left'])
        // A code to register or to reset a password is stored under the address only.
        .where((where) =>
          where.or([
            where('account_id', '=', uid),
            where('email', '=', where.selectFrom('account').select('email').where('id', '=', uid)),
          ]),
        )
        .execute()
      return rows.map(({ email, purpose, sent_at, expires_at, tries_left }) => ({
        email,
        purpose,
        sentAt: sent_at,
        expiresAt: expires_at,
        triesLeft: tries_left,
      }))
    },
  },
  recovery_code: {
    name: 'recoveryCodes',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('recovery_code')
        .select('used_at')
        .where('account_id', '=', uid)
        .orderBy('used_at')
        .execute()
      return rows.map(({ used_at }) => ({ usedAt: used_at }))
    },
  },
  passkey: {
    name: 'passkeys',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('passkey')
        .select(['id', 'name', 'transports', 'is_synced', 'counter', 'created_at', 'last_used_at'])
        .where('account_id', '=', uid)
        .orderBy('created_at')
        .execute()
      return rows.map(({ is_synced, counter, created_at, last_used_at, ...row }) => ({
        ...row,
        isSynced: is_synced,
        timesUsed: Number(counter),
        createdAt: created_at,
        lastUsedAt: last_used_at,
      }))
    },
  },
  practice_browser: {
    name: 'practiceBrowsers',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('practice_browser')
        .select('session_id')
        .where('account_id', '=', uid)
        .execute()
      return rows.map(({ session_id }) => ({ session: session_id }))
    },
  },
  practice_mail: {
    name: 'practiceMails',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('practice_mail')
        .select(['recipient', 'sent_at'])
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute()
      return rows.map(({ recipient, sent_at }) => ({ to: recipient, sentAt: sent_at }))
    },
  },
  wallet: {
    name: 'wallets',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('wallet')
        .select(['address', 'label', 'linked_at', 'last_used_at', 'proven_by', 'chain_id', 'logs_in'])
        .where('account_id', '=', uid)
        .orderBy('linked_at')
        .execute()
      return rows.map(({ linked_at, last_used_at, proven_by, chain_id, logs_in, ...row }) => ({
        ...row,
        provenBy: proven_by,
        chainId: chain_id === null ? null : Number(chain_id),
        logsIn: logs_in,
        linkedAt: linked_at,
        lastUsedAt: last_used_at,
      }))
    },
  },
  challenge: {
    name: 'challenges',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('challenge')
        .select(['purpose', 'expires_at'])
        .where('account_id', '=', uid)
        .execute()
      return rows.map(({ purpose, expires_at }) => ({ purpose, expiresAt: expires_at }))
    },
  },
  avatar: {
    name: 'avatar',
    read: async (db, uid) => {
      const row = await db
        .selectFrom('avatar')
        .select(['image', 'updated_at'])
        .where('account_id', '=', uid)
        .executeTakeFirst()
      if (!row) return null
      const base64 = Buffer.from(row.image).toString('base64')
      return { type: 'image/webp', base64, updatedAt: row.updated_at }
    },
  },
  nft_picture: {
    name: 'nftPicture',
    read: async (db, uid) => {
      const row = await db
        .selectFrom('nft_picture')
        .selectAll()
        .where('account_id', '=', uid)
        .executeTakeFirst()
      if (!row) return null
      const { chain_id, contract, token, wallet, checked_at } = row
      return { chainId: Number(chain_id), contract, id: token, wallet, checkedAt: checked_at }
    },
  },
  player_way: {
    name: 'countedForLimits',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('player_way')
        .select(['kind', 'given_up_at'])
        .where('account_id', '=', uid)
        .execute()
      return rows.map(({ kind, given_up_at }) => ({ kind, givenUpAt: given_up_at }))
    },
  },
  play_limit: {
    name: 'limits',
    read: async (db, uid) => {
      const rows = await db.selectFrom('play_limit').selectAll().where('account_id', '=', uid).execute()
      return rows.map(({ kind, period, amount, raise_asked_at, raise_amount }) => ({
        kind,
        period,
        cents: amount,
        raiseAskedAt: raise_asked_at,
        raiseCents: raise_amount,
      }))
    },
  },
  play_break: {
    name: 'breaks',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('play_break')
        .select(['kind', 'started_at', 'until'])
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute()
      return rows.map(({ kind, started_at, until }) => ({ kind, startedAt: started_at, until }))
    },
  },
  deposit_address: {
    name: 'depositAddresses',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('deposit_address')
        .select(['chain', 'address', 'receive_coin', 'created_at', 'opened_at'])
        .where('account_id', '=', uid)
        .orderBy('created_at')
        .execute()
      return rows.map(({ chain, address, receive_coin, created_at, opened_at }) => ({
        chain,
        address,
        receives: receive_coin,
        createdAt: created_at,
        openedAt: opened_at,
      }))
    },
  },
  deposit: {
    name: 'deposits',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('deposit')
        .selectAll()
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        chain: row.chain,
        txId: row.tx_id,
        from: row.sender,
        to: row.recipient,
        contract: row.contract,
        coin: row.coin,
        amount: row.amount,
        block: row.block,
        status: row.status,
        receives: row.receive_coin,
        credited: row.credited_amount,
        usdCents: row.usd_cents,
        isOverLimit: row.is_over_limit,
        at: row.block_at,
        settledAt: row.settled_at,
      }))
    },
  },
  bonus_choice: {
    name: 'bonusChoice',
    read: async (db, uid) => {
      const row = await db
        .selectFrom('bonus_choice')
        .select(['is_accepted', 'chosen_at'])
        .where('account_id', '=', uid)
        .executeTakeFirst()
      return row ? { isAccepted: row.is_accepted, chosenAt: row.chosen_at } : null
    },
  },
  bonus: {
    name: 'bonuses',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('bonus')
        .selectAll()
        .where('account_id', '=', uid)
        .orderBy('ordinal')
        .execute()
      return rows.map((row) => ({
        ordinal: row.ordinal,
        status: row.status,
        coin: row.coin,
        amount: row.amount,
        released: row.released,
        depositCents: row.deposit_cents,
        bonusBps: row.bonus_bps,
        releaseBps: row.release_bps,
        grantedAt: row.granted_at,
        expiresAt: row.expires_at,
        endedAt: row.ended_at,
      }))
    },
  },
  reward: {
    name: 'rewards',
    read: (db, uid) =>
      db
        .selectFrom('reward')
        .select(['kind', 'coin', 'amount', 'edge_from as edgeFrom', 'edge_to as edgeTo'])
        .select(['share_bps as shareBps', 'level', 'at', 'data'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute(),
  },
  withdrawal: {
    name: 'withdrawals',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('withdrawal')
        .selectAll()
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        chain: row.chain,
        coin: row.coin,
        address: row.address,
        amount: row.amount,
        fee: row.fee,
        status: row.status,
        at: row.requested_at,
        settledAt: row.settled_at,
      }))
    },
  },
  withdrawal_address: {
    name: 'withdrawalAddresses',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('withdrawal_address')
        .select(['chain', 'address', 'label', 'added_at'])
        .where('account_id', '=', uid)
        .orderBy('added_at')
        .execute()
      return rows.map(({ added_at, ...row }) => ({ ...row, addedAt: added_at }))
    },
  },
  withdrawal_whitelist: {
    name: 'withdrawalWhitelist',
    read: async (db, uid) => {
      const row = await db
        .selectFrom('withdrawal_whitelist')
        .select(['since', 'ends_at'])
        .where('account_id', '=', uid)
        .executeTakeFirst()
      return row ? { since: row.since, endsAt: row.ends_at } : null
    },
  },
  former_wallet: {
    name: 'formerWallets',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('former_wallet')
        .select(['address', 'linked_at', 'unlinked_at'])
        .where('account_id', '=', uid)
        .orderBy('unlinked_at')
        .execute()
      return rows.map(({ address, linked_at, unlinked_at }) => ({
        address,
        linkedAt: linked_at,
        unlinkedAt: unlinked_at,
      }))
    },
  },
  deposit_intent: {
    name: 'walletDeposits',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('deposit_intent')
        .selectAll()
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        chain: row.chain,
        from: row.sender,
        to: row.recipient,
        contract: row.contract,
        coin: row.coin,
        amount: row.amount,
        receives: row.receive_coin,
        status: row.status,
        txId: row.tx_id,
        at: row.created_at,
        sentAt: row.sent_at,
      }))
    },
  },
  deposit_decision: {
    name: 'assignedDeposits',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('deposit_decision')
        .select(['subject', 'decided_at'])
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute()
      return rows.map(({ subject, decided_at }) => ({ transfer: subject, at: decided_at }))
    },
  },
  ledger_account: {
    name: 'balances',
    read: (db, uid) =>
      db
        .selectFrom('ledger_account')
        .select(['coin', 'kind', 'balance'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('id')
        .execute(),
  },
  ledger_check_account: {
    name: 'moneyChecked',
    read: (db, uid) =>
      db
        .selectFrom('ledger_check_account')
        .select(['coin', 'kind', 'postings', 'total'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('ledger_account_id')
        .execute(),
  },
  referral: {
    name: 'friends',
    read: async (db, uid) => {
      const rows = await db
        .selectFrom('referral')
        .select(['since', 'edge_paid', 'earned'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('friend_id')
        .limit(FRIENDS_EXPORTED)
        .execute()
      return rows.map(({ since, edge_paid, earned }) => ({ since, edgePaid: edge_paid, earned }))
    },
  },
  message: {
    name: 'messages',
    read: (db, uid) =>
      db
        .selectFrom('message')
        .select(['at', 'kind', 'data', 'read_at as readAt'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('id', 'desc')
        .limit(MESSAGES_KEPT)
        .execute(),
  },
  free_grant: {
    name: 'freeRounds',
    read: (db, uid) => listAllRounds(db, uid),
  },
  free_round: {
    name: 'freeRoundsPlayed',
    read: (db, uid) =>
      db
        .selectFrom('free_round')
        .select(['grant_id as freeRounds', 'n', 'bet_id as bet'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('grant_id')
        .orderBy('n')
        .execute(),
  },
  wheel_turn: {
    name: 'wheelTurns',
    read: (db, uid) =>
      db
        .selectFrom('wheel_turn')
        .select([
          'bet',
          'coin',
          'amount',
          'edge_from as edgeFrom',
          'edge_to as edgeTo',
          'share_bps as shareBps',
          'at',
        ])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('day')
        .execute(),
  },
  provider_player: {
    name: 'namesAtProviders',
    read: (db, uid) =>
      db
        .selectFrom('provider_player')
        .select(['provider', 'name'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('provider')
        .execute(),
  },
  provider_session: {
    name: 'gamesOpenedAtProviders',
    read: (db, uid) =>
      db
        .selectFrom('provider_session')
        .select(['provider', 'game', 'coin', 'created_at as createdAt', 'expires_at as expiresAt'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('created_at')
        .execute(),
  },
  provider_debt: {
    name: 'winsTakenBack',
    read: (db, uid) =>
      db
        .selectFrom('provider_debt')
        .select(['provider', 'transaction_id as call', 'coin', 'amount', 'at', 'settled_at as settledAt'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('at')
        .execute(),
  },
  race_entry: {
    name: 'races',
    read: (db, uid) =>
      db
        .selectFrom('race_entry')
        .select([sql<string>`week::text`.as('week'), 'joined_at as joinedAt'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('race_entry.week')
        .execute(),
  },
  push_subscription: {
    name: 'notifiedDevices',
    read: (db, uid) =>
      db
        .selectFrom('push_subscription')
        .select(['session_id as session', 'endpoint', 'locale', 'created_at as createdAt'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('created_at')
        .execute(),
  },
  push: {
    name: 'notificationsWaiting',
    read: (db, uid) =>
      db
        .selectFrom('push')
        .select(['message_id as message', 'session_id as session', 'next_try_at as nextTryAt'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('message_id')
        .execute(),
  },
  win_link: {
    name: 'winLinks',
    read: (db, uid) =>
      db
        .selectFrom('win_link')
        .select(['bet_id as bet', 'key', 'at'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('bet_id')
        .execute(),
  },
  promotion_consent: {
    name: 'promotionConsents',
    read: (db, uid) =>
      db
        .selectFrom('promotion_consent')
        .select(['topic', 'inbox', 'push', 'mail', 'changed_at as changedAt'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy('topic')
        .execute(),
  },
  ...EXPORTED_PLAY,
}

type ExportList = contract.ExportList

/** Tables that grow with play, each with its paged list. */
export const LISTED: Readonly<Record<string, ExportList>> = {
  bet: 'bets',
  receipt: 'receipts',
  seed_pair: 'seeds',
  auto_play: 'autoPlays',
  seal_balance: 'seals',
  seal_range: 'sealedReceipts',
  provider_transaction: 'providerCalls',
  // Its sums are those of the calls.
  provider_round: 'providerCalls',
}
const LISTS: Readonly<Record<ExportList, PageReader>> = {
  ...PLAY_LISTS,
  ...SEAL_LISTS,
  movements: exportMovements,
  providerCalls: exportProviderCalls,
}

/**
 * Without `after` it returns the first page, the same as `exportAccount`.
 * @throws Refusal `bad_request`
 */
export async function exportPage(
  services: { readonly db: Database; readonly secrets: Pick<Secrets, 'decrypt' | 'hash'> },
  uid: number,
  { list, after }: { readonly list: ExportList; readonly after: string | null },
): Promise<DataOf<typeof contract.exportMore>> {
  const { items, next } = await LISTS[list](services, uid, after)
  return { items: [...plain(items)], next }
}

const plain = <T extends object>(value: T) => JSON.parse(JSON.stringify(value)) as T

/**
 * All data about a player without secrets. Dates are ISO 8601, limits are US cents, amounts of coins are smallest
 * units. Lists that grow with play have only their first page, and `next` names those that go on: the size of the
 * answer is bounded.
 */
export async function exportAccount(
  db: Database,
  secrets: Pick<Secrets, 'decrypt' | 'hash'>,
  uid: number,
  now: number,
): Promise<DataOf<typeof contract.exportAccount>> {
  const account = await readAccount(db, uid)
  const held: Record<string, unknown> = {
    exportedAt: new Date(now),
    account: {
      uid,
      email: account.email,
      nickname: account.nickname,
      name: account.name,
      phone: account.phone,
      address: account.address,
      region: account.region,
      locale: account.locale,
      shownAs: account.shown_as,
      publicNumber: Number(account.public_number),
      referralCode: account.referral_code,
      invitedBy: account.invited_by,
      reminderMinutes: account.reminder_minutes,
      quietHours: account.quiet_hours,
      registeredAt: account.created_at,
      adultConfirmedAt: account.adult_confirmed_at,
      passwordChangedAt: account.password_changed_at,
      secondStepSince: account.totp_confirmed_at,
      proofHeldUntil: account.proof_held_until,
      moneyHeldUntil: account.money_held_until,
    },
    mailsWaiting: account.email === null ? [] : await mailsWaiting(db, account.email),
  }
  for (const { name, read } of Object.values(EXPORTED)) held[name] = await read(db, uid, secrets)
  const next: Partial<Record<ExportList, string>> = {}
  for (const list of contract.EXPORT_LISTS) {
    const page = await LISTS[list]({ db, secrets }, uid, null)
    held[list] = page.items
    if (page.next !== null) next[list] = page.next
  }
  return { ...plain(held), next }
}

/** Without the contents: a thief who only has the session must not read a code. */
async function mailsWaiting(db: Database, email: string) {
  const rows = await db
    .selectFrom('mail')
    .select(['recipient', 'kind', 'queued_at'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ recipient, kind, queued_at }) => ({ recipient, kind, queuedAt: queued_at }))
}
