import { confirmedText, type ProvenCall } from '#contract/proof.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import type { AccountLock, AccountRow } from '#server/identity/account-row.ts'
import { startCodeTry } from './code-tries.ts'
import { lockAccountOf } from './lock-session.ts'
import { passkeysOf, readPasskeyProof, redeemPasskeyProof } from './passkey-proof.ts'
import { reauthenticate } from './reauthenticate.ts'
import { sha256 } from '#server/identity/secrets.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { checkSecondFactor } from './totp-codes.ts'

/** A call as its endpoint parsed it. */
interface Call extends ProvenCall {
  readonly body: {
    readonly password?: string | undefined
    readonly code?: string | undefined
    readonly passkey?: Readonly<Record<string, unknown>> | undefined
  }
}

/** What stood beside the password. */
type Shown = 'passkey' | 'code' | 'nothing'

interface ChangeOptions<T> extends AccountLock {
  /** What the same call did before, if it did: it needs no proof again. */
  readonly already?: (trx: Database) => Promise<T | null>
  /** It takes a way in away, which does not wait. */
  readonly isRemoval?: boolean
  /** It is to be done without a passkey as well. */
  readonly isPasskeyLost?: boolean | undefined
}

export interface Proven {
  /**
   * Does in one transaction what was proven, under the account's lock. A code or a passkey's answer is used
   * up by that transaction: a call that is refused has used up nothing.
   * @throws Refusal `unauthorized`, `totp_required`, `totp_invalid`, `passkey_required`, `passkey_invalid`,
   * `proof_waits`, and whatever `work` throws
   */
  change<T>(
    work: (trx: Database, account: AccountRow, shown: Shown) => Promise<T>,
    options?: ChangeOptions<T>,
  ): Promise<T>
}

/**
 * Asks who the player is before money moves or a way into the account changes; how, `PROOF` of the contract
 * says. The password and a passkey's signature are checked at once, the rest by `change`.
 * @throws Refusal `rate_limited`, `password_wrong`, `login_again_required`, `passkey_invalid`
 */
export async function prove(services: AccountServices, caller: PlayerCaller, call: Call): Promise<Proven> {
  const { session } = caller
  const { password, code, passkey } = call.body
  const answered = passkey && (await readPasskeyProof(services, caller, passkey, sha256(confirmedText(call))))
  if (!answered) await reauthenticate(services, session, password)
  const codeTry = answered || code === undefined ? undefined : await startCodeTry(services, caller)

  return {
    async change(work, { already, isAddressChanged = false, ...options } = {}) {
      let isWrong = false
      try {
        return await repeatConflicts(() =>
          services.db.transaction().execute(async (trx) => {
            const account = await lockAccountOf(trx, session, { isAddressChanged })
            const known = already && (await already(trx))
            if (known !== undefined && known !== null) return known
            const shown = answered
              ? await redeemPasskeyProof(trx, services, caller, answered)
              : await askSecondStep(trx, services, account, { code, ...options })
            return work(trx, account, shown)
          }),
        )
      } catch (error) {
        isWrong = error instanceof Refusal && error.code === 'totp_invalid'
        throw error
      } finally {
        // The work is done or not whatever becomes of this.
        await codeTry
          ?.end(isWrong)
          .catch((error: unknown) => caller.logger.warn({ err: error }, 'a try stays counted'))
      }
    },
  }
}

type SecondStep = Omit<ChangeOptions<never>, 'already' | keyof AccountLock> & {
  readonly code: string | undefined
}

async function askSecondStep(
  trx: Database,
  services: AccountServices,
  account: AccountRow,
  { code, isRemoval = false, isPasskeyLost = false }: SecondStep,
): Promise<Shown> {
  if (account.totp_confirmed_at !== null) {
    const second = await checkSecondFactor(trx, services, account, code)
    if (second === 'ok') return 'code'
    throw second === 'required'
      ? new Refusal('totp_required', 'A code of the authenticator is needed too')
      : new Refusal('totp_invalid', 'The code is wrong or was used before')
  }
  const [passkey] = await passkeysOf(trx, account.id)
  if (passkey && !isPasskeyLost) throw new Refusal('passkey_required', 'A passkey is needed too')
  const isHeld = account.proof_held_until !== null && account.proof_held_until.getTime() > services.clock()
  if (isHeld && !isRemoval) throw new Refusal('proof_waits', 'A passkey was removed that nobody showed')
  return 'nothing'
}
