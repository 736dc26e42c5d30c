import { compareWallet } from './compare-wallet.ts'
import { TELL_AGAIN_MS } from './sign-withdrawal.ts'
import type { SignerContext } from './signer-context.ts'

const MOST_TOLD = 5

/**
 * True if the database knows all payments of the wallet on this chain. Otherwise queued withdrawals may have been paid
 * before, so nothing is signed until an operator has explained the unknown transactions.
 */
export async function maySign(context: SignerContext): Promise<boolean> {
  const { db, sender, clock, logger, toldShort } = context
  const { chain, history } = sender
  if (!history) return true
  const unknown = await compareWallet(context)
  // An unknown transaction has used the nonce of one of these withdrawals.
  const asked = await db
    .selectFrom('withdrawal')
    .innerJoin('withdrawal_nonce', 'withdrawal_nonce.withdrawal_id', 'withdrawal.id')
    .select('withdrawal.id')
    .where('withdrawal_nonce.chain', '=', chain)
    .where('withdrawal_nonce.sender', '=', sender.address)
    .where('withdrawal_nonce.outcome', 'is', null)
    .where('withdrawal.reason', '=', 'number_used')
    .execute()
  if (unknown.length === 0 && asked.length === 0) {
    await db.deleteFrom('signer_halt').where('chain', '=', chain).execute()
    return true
  }
  const told = toldShort.get('wallet')
  if (told !== undefined && clock() - told < TELL_AGAIN_MS) return false
  toldShort.set('wallet', clock())
  logger.error(
    {
      alarm: 'withdrawal',
      chain,
      wallet: sender.address,
      unknown: unknown.length,
      newest: unknown.slice(-MOST_TOLD),
      withdrawals: asked.map(({ id }) => id),
    },
    'nothing is signed: the wallet has sent what this database does not know, as after a backup was restored or when the wallet was used before; `npm run signer -- recover` lists it',
  )
  return false
}
