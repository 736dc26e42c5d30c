import { withChecksum } from '#contract/evm-checksum.ts'
import type { Security } from '#contract/account.ts'
import type { Database } from '#server/db/tables.ts'
import { readAccount } from './account-row.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** The ways into an account. */
export async function readSecurity(db: Database, uid: number): Promise<Security> {
  const account = await readAccount(db, uid)
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'is_synced'])
    .where('account_id', '=', uid)
    .orderBy('created_at')
    .execute()
  const wallets = await db
    .selectFrom('wallet')
    .select(['address', 'label', 'linked_at', 'last_used_at'])
    .where('account_id', '=', uid)
    .orderBy('linked_at')
    .orderBy('address')
    .execute()
  return {
    email: account.email,
    hasPassword: account.password_hash !== null,
    passwordChangedAt: account.password_changed_at?.toISOString() ?? null,
    hasTotp: account.totp_confirmed_at !== null,
    recoveryCodesLeft: await countRecoveryCodes(db, uid),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at.toISOString(),
      lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
      isSynced: passkey.is_synced,
    })),
    wallets: wallets.map((wallet) => ({
      address: withChecksum(wallet.address),
      label: wallet.label,
      linkedAt: wallet.linked_at.toISOString(),
      lastUsedAt: wallet.last_used_at?.toISOString() ?? null,
    })),
  }
}
