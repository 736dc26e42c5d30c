import { Refusal } from '#server/base/refusal.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import { excludeEmail, isExcludedEmail } from './excluded-email.ts'
import { excludeWallet, isExcludedWallet } from './excluded-wallet.ts'
import { excludeWays } from './excluded-ways.ts'
import { readBreak } from './play-breaks.ts'
import { emailWay, giveUpWay, giveUpWays, keepWay, walletWay } from './player-ways.ts'

// Limits and breaks follow the player: another account with a present or former address or wallet does not escape
// them.

interface Player {
  readonly uid: number
  readonly now: number
}

/**
 * Call it when an account is closed, before its wallets are deleted: its address and wallets cannot open another
 * account before the break ends. Its limits go on for the player's next account.
 */
export async function holdWaysOfClosed(
  db: Database,
  secrets: Secrets,
  email: string | null,
  { uid, now }: Player,
): Promise<void> {
  const until = await breakEnd(db, { uid, now })
  if (until > now) await excludeWays(db, secrets, uid, email, new Date(until))
  if (email !== null) await giveUpWay(db, uid, emailWay(secrets, email), now)
  await giveUpWays(db, uid, now)
}

/**
 * Call it when an account changes its address: the old one still counts as the player's, and during a break neither
 * opens another account.
 * @throws Refusal `break_active` when the new address is excluded for longer than the account
 */
export async function holdChangedEmails(
  db: Database,
  secrets: Secrets,
  { from, to }: { readonly from: string | null; readonly to: string },
  { uid, now }: Player,
): Promise<void> {
  const until = await breakEnd(db, { uid, now })
  if (await isExcludedEmail(db, secrets, to, until)) {
    throw new Refusal('break_active', 'The player of this address is on a break')
  }
  if (from !== null) await giveUpWay(db, uid, emailWay(secrets, from), now)
  await keepWay(db, uid, emailWay(secrets, to))
  if (until === now) return
  for (const email of [from, to]) {
    if (email !== null) await excludeEmail(db, secrets, email, new Date(until))
  }
}

/**
 * Call it when a wallet is linked; `ways` are its identifiers, its own first. During a break it cannot open another
 * account.
 * @throws Refusal `break_active` when the wallet is excluded for longer than the account
 */
export async function holdLinkedWallet(
  db: Database,
  secrets: Secrets,
  ways: readonly string[],
  { uid, now, logsIn }: Player & { readonly logsIn: boolean },
): Promise<void> {
  const until = await breakEnd(db, { uid, now })
  if (await isExcludedWallet(db, secrets, ways, until)) {
    throw new Refusal('break_active', 'The player of this wallet is on a break')
  }
  const [way] = ways
  if (way === undefined) return
  // A wallet for deposits only proves no identity: a stranger's link must not join two accounts for ever.
  if (logsIn) await keepWay(db, uid, walletWay(secrets, way))
  if (until > now) await excludeWallet(db, secrets, way, new Date(until))
}

/**
 * Call it when a login wallet is unlinked: it still counts as the player's, and during a break it cannot open another
 * account.
 */
export async function holdUnlinkedWallet(
  db: Database,
  secrets: Secrets,
  way: string,
  { uid, now }: Player,
): Promise<void> {
  const until = await breakEnd(db, { uid, now })
  await giveUpWay(db, uid, walletWay(secrets, way), now)
  if (until > now) await excludeWallet(db, secrets, way, new Date(until))
}

async function breakEnd(db: Database, { uid, now }: Player): Promise<number> {
  const current = await readBreak(db, uid, now)
  return current ? Date.parse(current.until) : now
}
