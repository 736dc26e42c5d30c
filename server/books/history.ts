import { sql } from 'kysely'
import { PLAY_KINDS } from '#server/db/ledger-kinds.ts'
import type { Comparison, Subject } from './comparison.ts'

const lines: Comparison = {
  what: "lines of players' histories: each with its posting, none missing and none twice",
  count: sql`select count(*) from ledger_history`,
  rows: sql`
    select bucket, transaction_id, line, coalesce(due.account, told.account) as account,
      due.kind as due_kind, due.at as due_at, told.kind, told.at
    from (
      select posting.bucket, posting.transaction_id, posting.line, posting.ledger_account_id as account, moved.kind, moved.at
      from ledger_transaction moved
      join ledger_posting posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id)
      join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
      where account.account_id is not null and moved.kind not in (${sql.join(PLAY_KINDS.map((kind) => sql.lit(kind)))})
        -- A release moves money from one balance of the player to another: it is one line.
        and not (moved.kind = 'bonus-release' and posting.amount < 0)
    ) due
    full join (
      select bucket, transaction_id, line, ledger_account_id as account, kind, at from ledger_history
    ) told using (bucket, transaction_id, line)
    where (due.account, due.kind, due.at) is distinct from (told.account, told.kind, told.at)
    union all
    select bucket, transaction_id, line, min(ledger_account_id), min(kind), min(at), 'twice', max(at)
    from ledger_history group by bucket, transaction_id, line having count(*) > 1`,
  checks: [
    {
      kind: 'history_differs',
      holds: sql`false`,
      where: sql`concat('transaction ', it.transaction_id, ', line ', it.line, ': posted as ',
        coalesce(nullif(concat_ws(' at ', it.due_kind, it.due_at), ''), 'none'), ', told as ',
        coalesce(nullif(concat_ws(' at ', it.kind, it.at), ''), 'none'))`,
    },
  ],
}

export const HISTORY: Subject = { comparisons: () => [lines] }
