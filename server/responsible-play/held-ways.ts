import { Refusal } from '#server/base/refusal.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import { excludeEmail, isExcludedEmail } from './excluded-email.ts'
import { excludeWallet, isExcludedWallet } from './excluded-wallet.ts'
import { excludeWays } from './excluded-ways.ts'
import { readBreak } from './play-breaks.ts'
import { emailWay, giveUpWay, giveUpWays, keepWay, walletWay } from './player-ways.ts'

// What holds for a player is not escaped with another account for an address or a wallet he has or had.

interface Player {
  readonly uid: number
  readonly now: number
}

/**
 * To be called where an account is closed, while it still has its wallets: its address and its wallets open
 * no other before the break is over. Its limits go on for the next account of the same player.
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
 * To be called where an account changes its address: the old one goes on counting as the player's, and during a break neither of the two opens another one.
 * @throws Refusal `break_active` when the new one is held longer than the account itself
 */
export async function holdChangedEmails(
  db: Database,
  secrets: Secrets,
  { from, to }: { readonly from: string | null; readonly to: string },
  { uid, now }: Player,
): Promise<void> {
  const until = await breakEnd(db, { uid, now })
  if (await isExcludedEmail(db, secrets, to, until)) {
    throw new Refusal('break_active', 'The player of this address takes a break from play')
  }
  if (from !== null) await giveUpWay(db, uid, emailWay(secrets, from), now)
  await keepWay(db, uid, emailWay(secrets, to))
  if (until === now) return
  for (const email of [from, to]) {
    if (email !== null) await excludeEmail(db, secrets, email, new Date(until))
  }
}

/**
 * To be called where a wallet is linked to an account, with its names, its own first: during a break it opens no
 * other one.
 * @throws Refusal `break_active` when the wallet is held longer than the account itself
 */
export async function holdLinkedWallet(
  db: Database,
  secrets: Secrets,
  ways: readonly string[],
  { uid, now, logsIn }: Player & { readonly logsIn: boolean },
): Promise<void> {
  const until = await breakEnd(db, { uid, now })
  if (await isExcludedWallet(db, secrets, ways, until)) {
    throw new Refusal('break_active', 'The player of this wallet takes a break from play')
  }
  const [way] = ways
  if (way === undefined) return
  // One that only pays in is no way to log in: whoever links his own for a minute joins no two accounts for ever.
  if (logsIn) await keepWay(db, uid, walletWay(secrets, way))
  if (until > now) await excludeWallet(db, secrets, way, new Date(until))
}

/** To be called where a wallet that logs in is unlinked: it goes on counting as the player's, and during a break it opens no other account. */
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

/** When the break under way is over; now, when there is none. */
async function breakEnd(db: Database, { uid, now }: Player): Promise<number> {
  const current = await readBreak(db, uid, now)
  return current ? Date.parse(current.until) : now
}
