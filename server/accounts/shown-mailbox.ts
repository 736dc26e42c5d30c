import type { Database } from '#server/db/tables.ts'
import { showsPracticeMail } from '#server/mail/practice-mail.ts'
import { isAnothersMailbox } from '#server/responsible-play/player-ways.ts'
import type { AccountServices } from '#server/identity/services.ts'

/**
 * Whether an address must count as taken because mail is shown in the page and another player has its mailbox. A code
 * proves no mailbox there: with another name of somebody's, such as `+x`, a stranger would become the same player, and
 * exclude or limit him. The answer of a taken address tells who has an account, as the mail that the page shows to
 * whoever asks for that address does anyway.
 * @param uid the account that wants the address; null for a new one
 */
export async function isTakenMailbox(
  { config, secrets }: Pick<AccountServices, 'config' | 'secrets'>,
  trx: Database,
  email: string,
  uid: number | null,
): Promise<boolean> {
  return showsPracticeMail(config) && isAnothersMailbox(trx, secrets, email, uid)
}
