import { sql } from 'kysely'

// How rows of the ledger belong together: always within one bucket.

export const isPostingOf = sql<boolean>`(ledger_posting.bucket, ledger_posting.transaction_id)
  = (ledger_transaction.bucket, ledger_transaction.id)`

export const isAccountOf = sql<boolean>`(ledger_account.bucket, ledger_account.id)
  = (ledger_posting.bucket, ledger_posting.ledger_account_id)`
