import * as contract from '#contract/account.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { Refusal } from '#server/base/refusal.ts'
import { endBonusesOfClosed } from '#server/bonuses/end-bonus.ts'
import { forfeitBalance } from '#server/balances/forfeit-balance.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { holdWaysOfClosed } from '#server/responsible-play/held-ways.ts'
import { judgeClosing } from '#server/rewards/friends.ts'
import { closePlay } from '#server/play/play-account.ts'
import { prove } from './prove.ts'
import { isMoneyLeft, readUnclaimed } from './unclaimed.ts'
import type { AccountServices } from '#server/identity/services.ts'

/** Tables whose rows are deleted with the account. */
export const ERASED = [
  'session',
  'email_code',
  'recovery_code',
  'passkey',
  'wallet',
  'challenge',
  'nft_picture',
  'avatar',
  'bonus_choice',
  'message',
  'push',
  'push_subscription',
  'promotion_consent',
  'win_link',
  'provider_session',
  'withdrawal_address',
  'withdrawal_whitelist',
  'practice_browser',
  'practice_mail',
] as const satisfies readonly (keyof Tables)[]

/** Tables whose keys begin with the bucket: else each closing would read all rows. */
const SPREAD = [
  'message',
  'push',
  'push_subscription',
  'promotion_consent',
  'provider_session',
  'win_link',
] as const

/** Tables whose rows stay: they do not say who the player was. */
export const KEPT = [
  'seal_balance',
  'seal_range',
  'login_event',
  'play_limit',
  'play_break',
  'player_way',
  'ledger_account',
  'ledger_check_account',
  'deposit_address',
  'deposit',
  'bonus',
  'free_grant',
  'free_round',
  'wheel_turn',
  'race_entry',
  'reward',
  'withdrawal',
  'deposit_intent',
  'deposit_decision',
  'former_wallet',
  'play_account',
  'seed_pair',
  'bet',
  'round',
  'receipt',
  'play_hour',
  'play_day',
  'top_win',
  'auto_play',
  'play_guard',
  'referral',
  'provider_player',
  'provider_round',
  'provider_transaction',
  'provider_debt',
] as const satisfies readonly (keyof Tables)[]

type ClosingBody = ParsedRequest<typeof contract.closeAccount>['body']

const ERASED_FIELDS = {
  email: null,
  password_hash: null,
  password_changed_at: null,
  nickname: '',
  name: '',
  phone: '',
  address: '',
  region: '',
  shown_as: 'hidden',
  totp_secret: null,
  totp_confirmed_at: null,
  totp_last_step: null,
  reminder_minutes: null,
  quiet_hours: null,
  proof_held_until: null,
  money_held_until: null,
} as const

/**
 * Closes the account for good. Its number stays, because other rows refer to it. A break goes on for the e-mail
 * address and the wallets; a remaining balance goes to the house, and rewards that were not claimed are not paid.
 * @throws Refusal of `prove` and of its result, `balance_left`, `withdrawal_open`, `round_open`
 */
export async function closeAccount(
  services: AccountServices,
  caller: PlayerCaller,
  body: ClosingBody,
): Promise<void> {
  const { secrets, clock, config } = services
  const { forfeitBalance: isForfeited = false } = body
  const proven = await prove(services, caller, { endpoint: contract.closeAccount, body })
  await proven.change(
    async (trx, { id, email, locale }) => {
      const now = clock()
      await judgeClosing(trx, id, now)
      await closePlay(trx, id, now)
      const unclaimed = await readUnclaimed(trx, config.rewards, { player: id, now })
      if (!isForfeited && isMoneyLeft(unclaimed)) throw new Refusal('balance_left', 'Rewards are not claimed')
      await endBonusesOfClosed(trx, id, now)
      await forfeitBalance(trx, { player: id, isForfeited, at: now })
      await holdWaysOfClosed(trx, secrets, email, { uid: id, now })
      await erase(trx, id, email, now)
      await queueMail(services, trx, { to: email, locale, kind: 'account-closed', values: {} })
    },
    { isAddressChanged: true },
  )
}

export const deleteSpread = (trx: Database, table: (typeof SPREAD)[number], uid: number) =>
  trx.deleteFrom(table).where('bucket', '=', bucketOf(uid)).where('account_id', '=', uid)

async function erase(trx: Database, uid: number, email: string | null, now: number): Promise<void> {
  for (const table of ERASED) {
    const spread = SPREAD.find((each) => each === table)
    if (spread === undefined) await trx.deleteFrom(table).where('account_id', '=', uid).execute()
    else await deleteSpread(trx, spread, uid).execute()
  }
  if (email !== null) await trx.deleteFrom('email_code').where('email', '=', email).execute()
  await trx
    .updateTable('login_event')
    .set({ address: '', user_agent: '', device: null })
    .where('account_id', '=', uid)
    .execute()
  await trx
    .updateTable('account')
    .set({ ...ERASED_FIELDS, closed_at: new Date(now) })
    .where('id', '=', uid)
    .execute()
}
