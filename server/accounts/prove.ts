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

interface Call extends ProvenCall {
  readonly body: {
    readonly password?: string | undefined
    readonly code?: string | undefined
    readonly passkey?: Readonly<Record<string, unknown>> | undefined
  }
}

type Shown = 'passkey' | 'code' | 'nothing'

interface ChangeOptions<T> extends AccountLock {
  /** Result of an earlier run of the same request: a repeated request needs no new proof. */
  readonly already?: (trx: Database) => Promise<T | null>
  /** The change removes a login method, which is never delayed. */
  readonly isRemoval?: boolean
  readonly isPasskeyLost?: boolean | undefined
}

export interface Proven {
  /**
   * Runs `work` in one transaction under the lock of the account. That transaction uses up the code or the passkey's
   * answer: a refused request uses up nothing.
   * @throws Refusal `unauthorized`, `totp_required`, `totp_invalid`, `passkey_required`, `passkey_invalid`,
   * `proof_waits`, and errors of `work`
   */
  change<T>(
    work: (trx: Database, account: AccountRow, shown: Shown) => Promise<T>,
    options?: ChangeOptions<T>,
  ): Promise<T>
}

/**
 * Asks for the proof that `PROOF` of the contract demands. Password and signature of the passkey are checked at once,
 * the rest by `change`.
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
        // Does not change the result of the request.
        await codeTry
          ?.end(isWrong)
          .catch((error: unknown) =>
            caller.logger.warn({ err: error }, 'the count of tried codes could not be updated'),
          )
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
      ? new Refusal('totp_required', 'A code of the authenticator is required too')
      : new Refusal('totp_invalid', 'The code is wrong or was used before')
  }
  const [passkey] = await passkeysOf(trx, account.id)
  if (passkey && !isPasskeyLost) throw new Refusal('passkey_required', 'A passkey is required too')
  const isHeld = account.proof_held_until !== null && account.proof_held_until.getTime() > services.clock()
  if (isHeld && !isRemoval) throw new Refusal('proof_waits', 'A passkey was removed without using one')
  return 'nothing'
}
