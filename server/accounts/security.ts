import { withChecksum } from '#contract/evm-checksum.ts'
import type { Security } from '#contract/account.ts'
import type { Database } from '#server/db/tables.ts'
import { readAccount } from '#server/identity/account-row.ts'
import { readAsks } from './asks.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

export async function readSecurity(db: Database, uid: number, now: number): Promise<Security> {
  const account = await readAccount(db, uid)
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'is_synced'])
    .where('account_id', '=', uid)
    .orderBy('created_at')
    .execute()
  const wallets = await db
    .selectFrom('wallet')
    .select(['address', 'label', 'linked_at', 'last_used_at', 'proven_by', 'chain_id', 'logs_in'])
    .where('account_id', '=', uid)
    .orderBy('linked_at')
    .orderBy('address')
    .orderBy('chain_id')
    .execute()
  return {
    email: account.email,
    hasPassword: account.password_hash !== null,
    passwordChangedAt: account.password_changed_at?.toISOString() ?? null,
    hasTotp: account.totp_confirmed_at !== null,
    recoveryCodesLeft: await countRecoveryCodes(db, uid),
    asks: await readAsks(db, uid, now),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at.toISOString(),
      lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
      isSynced: passkey.is_synced,
    })),
    wallets: wallets.map((wallet) => ({
      address: withChecksum(wallet.address),
      provenBy: wallet.proven_by,
      chainId: wallet.proven_by === 'contract' ? Number(wallet.chain_id) : null,
      logsIn: wallet.logs_in,
      label: wallet.label,
      linkedAt: wallet.linked_at.toISOString(),
      lastUsedAt: wallet.last_used_at?.toISOString() ?? null,
    })),
  }
}
