import { CHALLENGE_MS } from '#server/accounts/challenges.ts'
import { challengeOf, parsePasskeyAnswer, passkeyInvalid } from '#server/accounts/passkey-ceremony.ts'
import { CONFIRMED_MINUTES } from '#contract/operator/session.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { CallerOperator, OperatorCaller } from '#server/identity/caller.ts'
import { useOperatorPasskey } from './log-in-operator.ts'
import { ownPasskeyOptions } from './own-passkey-options.ts'
import { consoleParty, type OperatorServices } from './services.ts'

const CONFIRMED_MS = CONFIRMED_MINUTES * 60_000

/** A stolen token is not enough for what makes or ends operators, or lets much money go. @throws Refusal `confirmation_needed` */
export function requireConfirmed({ confirmedAt }: CallerOperator, now: number): void {
  if (confirmedAt === null || now - confirmedAt.getTime() > CONFIRMED_MS)
    throw new Refusal('confirmation_needed', 'Confirm with your passkey first')
}

/** The challenge is for this session only, and replaces an earlier one. */
export async function beginConfirmation(services: OperatorServices, caller: OperatorCaller) {
  const { db, clock } = services
  const options = await ownPasskeyOptions(services, caller)
  await db
    .updateTable('operator_session')
    .set({ challenge: options.challenge, challenge_until: new Date(clock() + CHALLENGE_MS) })
    .where('id', '=', caller.operator.sessionId)
    .execute()
  return { ...options }
}

/** @throws Refusal `passkey_invalid` */
export async function confirmSession(
  services: OperatorServices,
  caller: OperatorCaller,
  response: unknown,
): Promise<void> {
  const { db, clock } = services
  const { operator } = caller
  const answer = parsePasskeyAnswer(response)
  const challenge = await challengeOf(answer)
  const site = consoleParty(services, caller)
  const { numUpdatedRows } = await db
    .updateTable('operator_session')
    .set({ challenge: null, challenge_until: null })
    .where('id', '=', operator.sessionId)
    .where('challenge', '=', challenge)
    .where('challenge_until', '>', new Date(clock()))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw passkeyInvalid()
  await db.transaction().execute(async (trx) => {
    const now = clock()
    const used = await useOperatorPasskey(trx, services, { answer, challenge, site, now })
    if (used.id !== operator.id) throw passkeyInvalid()
    await trx
      .updateTable('operator_session')
      .set({ confirmed_at: new Date(now) })
      .where('id', '=', operator.sessionId)
      .execute()
    await caller.keep(trx, { action: 'operator confirm', why: '', what: { address: caller.address } })
  })
}
