import { PLAY_KINDS } from '#server/db/ledger-kinds.ts'
import type { SqlFunction } from './sql-function.ts'

/** Accounts of the outside world: a posting to them happened on a chain. */
const EXTERNAL_KINDS = `('deposit', 'withdrawal')`
/** Not in `ledger_history`, because bets have a history of their own; kinds that are added later are in it. */
const BETS = `('${PLAY_KINDS.join("', '")}')`

/**
 * Posts movements of any players, in order, in one round trip. Each is accepted or refused alone, and answered by one
 * row in the same order.
 *
 * - `accounts`: JSON objects with `n` (from 1), `bucket`, `kind`, `coin`, `player` (null: the house). Each once.
 * - `givers`, `takers`, `amounts`: moves of all movements, by number of account.
 * - `asked`: JSON objects with `n` (from 1), `bucket`, `key`, `fingerprint` (hexadecimal), `kind`, `subject`, `at`,
 *   `first` and `last` (numbers of its moves), `twin` (number of the earlier movement with the same bucket and key, or
 *   null), `chain`, `tx_id`, `log_index` (null without a transfer).
 *
 * Columns of the answer: refusal (null, or one of `LedgerErrorCode`), transaction, true if it was posted before, and
 * the new balance of each player's account.
 */
export const ledgerPost: SqlFunction = {
  name: 'ledger_post',
  sql: `create or replace function ledger_post(
      accounts json, givers integer[], takers integer[], amounts bigint[], asked json
    ) returns table (refusal text, transaction_id bigint, is_replay boolean, balances text[])
    language plpgsql
    set koi.writes_ledger = 'yes'
    -- By the keys, whatever the statistics said when this was planned: tables may have been empty then.
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    -- Without this, plans were made anew for each call, which took a third of its time.
    set plan_cache_mode = force_generic_plan
    as $$
    #variable_conflict use_column
    declare
      session_stripe constant smallint := pg_backend_pid() % 64;
      largest constant bigint := 9223372036854775807;
      found_account record;
      movement record;
      -- By number of account.
      n_accounts constant integer := json_array_length(accounts);
      ids bigint[];
      buckets smallint[];
      kinds text[];
      coins text[];
      is_house boolean[];
      held numeric[];
      held_before numeric[];
      -- By number of movement.
      movement_buckets smallint[];
      transaction_ids bigint[];
      refusals text[];
      is_replayed boolean[];
      first_postings integer[];
      last_postings integer[];
      is_same boolean[];
      fingerprints text[];
      -- Number of the movement of this call that its key was posted with.
      posted_as integer[];
      -- By number of posting to be written.
      n_written integer := 0;
      posting_buckets smallint[];
      posting_transactions bigint[];
      posting_lines smallint[];
      posting_accounts bigint[];
      posting_amounts bigint[];
      posting_coins text[];
      posting_balances bigint[];
      n_posted integer := 0;
      n_external integer;
      external_line smallint;
      reason text;
      has_lines boolean := false;
      written_before integer;
      giver integer;
      taker integer;
      amount bigint;
      n_found integer;
    begin
      -- Accounts, locked in one order: players' by bucket and player, then the house's. Those that are missing are
      -- opened: two sessions that do so at once find the same one.
      for attempt in 1..2 loop
        n_found := 0;
        for found_account in
          select found.*, wanted.n
          from (
            select n, bucket, kind, coin, coalesce(player, -1 - session_stripe) as holder
            from json_to_recordset(accounts) as wanted (n integer, bucket smallint, kind text, coin text, player integer)
            order by player is null, bucket, player, coin, kind
          ) wanted
          cross join lateral (
            select * from ledger_account each
            where each.bucket = wanted.bucket and each.holder = wanted.holder and each.coin = wanted.coin
              and each.kind = wanted.kind
            for update
          ) found
        loop
          n_found := n_found + 1;
          ids[found_account.n] := found_account.id;
          buckets[found_account.n] := found_account.bucket;
          kinds[found_account.n] := found_account.kind;
          coins[found_account.n] := found_account.coin;
          is_house[found_account.n] := found_account.account_id is null;
          held[found_account.n] := found_account.balance;
        end loop;
        exit when n_found = n_accounts or attempt = 2;
        insert into ledger_account (bucket, kind, coin, account_id, stripe)
          select wanted.bucket, wanted.kind, wanted.coin, wanted.player,
            case when wanted.player is null then session_stripe else 0 end
          from json_to_recordset(accounts) as wanted (n integer, bucket smallint, kind text, coin text, player integer)
          where ids[wanted.n] is null
            and exists (select from coin where coin.id = wanted.coin)
            and (wanted.player is null or exists (select from account where account.id = wanted.player))
          order by wanted.bucket, wanted.player nulls last, wanted.coin, wanted.kind
          on conflict do nothing;
      end loop;

      -- Who holds the accounts' locks sees every movement of theirs that was posted before.
      for movement in
        select each.*, earlier.id as earlier_id, earlier.fingerprint = decode(each.fingerprint, 'hex') as is_same
        from json_to_recordset(asked) as each (n integer, bucket smallint, key text, fingerprint text, kind text,
          first integer, last integer, twin integer, chain text, tx_id text, log_index integer)
        left join lateral (
          select id, fingerprint from ledger_transaction where bucket = each.bucket and key = each.key limit 1
        ) earlier on true
        order by each.n
      loop
        reason := null;
        movement_buckets[movement.n] := movement.bucket;
        transaction_ids[movement.n] := movement.earlier_id;
        is_same[movement.n] := movement.is_same;
        is_replayed[movement.n] := true;
        fingerprints[movement.n] := movement.fingerprint;
        if transaction_ids[movement.n] is null and posted_as[movement.twin] is not null then
          posted_as[movement.n] := posted_as[movement.twin];
          transaction_ids[movement.n] := transaction_ids[posted_as[movement.n]];
          is_same[movement.n] := movement.fingerprint = fingerprints[posted_as[movement.n]];
        end if;
        if transaction_ids[movement.n] is not null then
          if not is_same[movement.n] then refusals[movement.n] := 'idempotency_conflict'; end if;
          continue;
        end if;
        is_replayed[movement.n] := false;
        written_before := n_written;
        held_before := held;
        n_external := 0;
        transaction_ids[movement.n] := nextval('ledger_transaction_id_seq');
        for i in movement.first..movement.last loop
          giver := givers[i];
          taker := takers[i];
          amount := amounts[i];
          if ids[giver] is null or ids[taker] is null then
            reason := case when exists (
                select from json_to_recordset(accounts) as wanted (n integer, coin text)
                where wanted.n in (giver, taker) and not exists (select from coin where coin.id = wanted.coin))
              then 'unknown_coin' else 'unknown_player' end;
            exit;
          end if;
          if amount is null or amount <= 0 then reason := 'invalid_amount'; exit; end if;
          if coins[giver] <> coins[taker] or buckets[giver] <> movement.bucket or buckets[taker] <> movement.bucket then
            reason := 'unbalanced';
            exit;
          end if;
          held[giver] := held[giver] - amount;
          held[taker] := held[taker] + amount;
          if not is_house[giver] and held[giver] < 0 then reason := 'insufficient_funds'; exit; end if;
          if not is_house[taker] and held[taker] > largest then reason := 'balance_overflow'; exit; end if;
          if kinds[giver] in ${EXTERNAL_KINDS} then
            n_external := n_external + 1;
            external_line := (i - movement.first) * 2 + 1;
          end if;
          if kinds[taker] in ${EXTERNAL_KINDS} then
            n_external := n_external + 1;
            external_line := (i - movement.first) * 2 + 2;
          end if;
          n_written := n_written + 1;
          posting_buckets[n_written] := movement.bucket;
          posting_transactions[n_written] := transaction_ids[movement.n];
          posting_lines[n_written] := (i - movement.first) * 2 + 1;
          posting_accounts[n_written] := ids[giver];
          posting_amounts[n_written] := -amount;
          posting_coins[n_written] := coins[giver];
          posting_balances[n_written] := case when not is_house[giver] then held[giver] end;
          n_written := n_written + 1;
          posting_buckets[n_written] := movement.bucket;
          posting_transactions[n_written] := transaction_ids[movement.n];
          posting_lines[n_written] := (i - movement.first) * 2 + 2;
          posting_accounts[n_written] := ids[taker];
          posting_amounts[n_written] := amount;
          posting_coins[n_written] := coins[taker];
          posting_balances[n_written] := case when not is_house[taker] then held[taker] end;
        end loop;
        if reason is null and n_external <> (movement.chain is not null)::integer then
          reason := 'invalid_transfer';
        end if;
        if reason is null and movement.chain is not null then
          insert into ledger_transfer (chain, tx_id, log_index, bucket, transaction_id, line)
            values (movement.chain, movement.tx_id, movement.log_index, movement.bucket,
              transaction_ids[movement.n], external_line)
            on conflict do nothing;
          if not found then reason := 'transfer_already_posted'; end if;
        end if;
        if reason is not null then
          refusals[movement.n] := reason;
          transaction_ids[movement.n] := null;
          held := held_before;
          n_written := written_before;
          continue;
        end if;
        n_posted := n_posted + 1;
        posted_as[movement.n] := movement.n;
        first_postings[movement.n] := written_before + 1;
        last_postings[movement.n] := n_written;
        has_lines := has_lines or movement.kind not in ${BETS};
      end loop;

      if n_posted > 0 then
        insert into ledger_transaction (bucket, id, key, fingerprint, kind, subject, at, lines)
          select each.bucket, transaction_ids[each.n], each.key, decode(each.fingerprint, 'hex'), each.kind,
            each.subject, each.at, (each.last - each.first + 1) * 2
          from json_to_recordset(asked) as each (n integer, bucket smallint, key text, fingerprint text, kind text,
            subject text, at timestamptz, first integer, last integer)
          where first_postings[each.n] is not null
          order by each.n
          on conflict (bucket, key) do nothing;
        get diagnostics n_found = row_count;
        -- Another session has used a key at this moment, for money of somebody else.
        if n_found <> n_posted then
          raise exception using errcode = 'serialization_failure', message = 'a key is being used';
        end if;
        insert into ledger_posting (bucket, transaction_id, line, ledger_account_id, amount, coin, balance_after)
          select posting.bucket, posting.transaction_id, posting.line, posting.account, posting.amount, posting.coin,
            posting.balance
          from unnest(posting_buckets, posting_transactions, posting_lines, posting_accounts, posting_amounts,
            posting_coins, posting_balances) with ordinality
            as posting (bucket, transaction_id, line, account, amount, coin, balance, n)
          where posting.n <= n_written;
        update ledger_account set balance = moved.balance
          from unnest(buckets, ids, held) as moved (bucket, id, balance)
          where ledger_account.bucket = moved.bucket and ledger_account.id = moved.id
            and ledger_account.balance <> moved.balance;
        if has_lines then
          insert into ledger_history (bucket, ledger_account_id, kind, at, transaction_id, line)
            select posting.bucket, posting.ledger_account_id, each.kind, each.at, posting.transaction_id, posting.line
            from json_to_recordset(asked) as each (n integer, bucket smallint, kind text, at timestamptz)
            join ledger_posting posting
              on posting.bucket = each.bucket and posting.transaction_id = transaction_ids[each.n]
            where first_postings[each.n] is not null and each.kind not in ${BETS}
              and posting.balance_after is not null
              -- A release moves money from one balance of the player to another: it is one line.
              and not (each.kind = 'bonus-release' and posting.amount < 0);
        end if;
      end if;

      for i in 1..json_array_length(asked) loop
        refusal := refusals[i];
        transaction_id := case when refusal is null then transaction_ids[i] end;
        is_replay := is_replayed[i];
        balances := null;
        if refusal is null then
          if is_replay then
            select array_agg(posting.balance_after::text order by posting.line) into balances
              from ledger_posting posting
              where posting.bucket = movement_buckets[i] and posting.transaction_id = transaction_ids[i];
          else
            balances := posting_balances[first_postings[i]:last_postings[i]];
          end if;
        end if;
        return next;
      end loop;
    end $$`,
}
