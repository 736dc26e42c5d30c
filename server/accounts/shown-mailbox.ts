import type { Database } from '#server/db/tables.ts'
import { showsPracticeMail } from '#server/mail/practice-mail.ts'
import { isAnothersMailbox } from '#server/responsible-play/player-ways.ts'
import type { AccountServices } from '#server/identity/services.ts'

/**
 * In practice mode the page shows mails, so a code proves nothing about who owns a mailbox. A stranger could register
 * another spelling of a player's address, such as `+x`, count as the same person, and exclude or limit that player.
 * So such an address counts as taken. That reveals that the mailbox has an account, as the shown mail does anyway.
 * @param uid the account that wants the address; null for a new account
 */
export async function isTakenMailbox(
  { config, secrets }: Pick<AccountServices, 'config' | 'secrets'>,
  trx: Database,
  email: string,
  uid: number | null,
): Promise<boolean> {
  return showsPracticeMail(config) && isAnothersMailbox(trx, secrets, email, uid)
}
