import { sql } from 'kysely'

/** No transaction of it may pay: none was stored, or no block can take any of them. */
export const hasNothingToPay = sql<boolean>`not exists (
  select from withdrawal_transaction sent
  where sent.withdrawal_id = withdrawal.id and sent.outcome is distinct from 'expired'
)`

/**
 * Its player can take it back: no signer has it in its hands, none that comes late can store anything, and nothing
 * hints that it was paid already.
 */
export const isCancellable = sql<boolean>`(
  (
    withdrawal.status = 'queued'
    or withdrawal.status = 'review' and withdrawal.reason <> 'books_differ'
    or withdrawal.status = 'signing'
      and (withdrawal.claimed_until is null or withdrawal.claimed_until <= clock_timestamp())
      and ${hasNothingToPay}
  )
  and not exists (select from signer_halt halt where halt.chain = withdrawal.chain)
)`
