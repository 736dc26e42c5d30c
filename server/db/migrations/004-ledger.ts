import type { Migration } from './migration.ts'

const PLAYER_KINDS = `('available', 'locked', 'pending')`
const HOUSE_KINDS = `('house', 'deposit', 'withdrawal', 'bonus', 'rakeback', 'referral')`
/** Accounts that stand for the world outside: what is posted to them happened on a chain. */
const EXTERNAL_KINDS = `('deposit', 'withdrawal')`

/** Raises what callers tell apart by the name of the constraint, as they do with PostgreSQL's own. */
const refuse = (constraint: string, message: string) =>
  `raise exception using errcode = 'check_violation', constraint = '${constraint}', message = ${message}`

const appendOnly = (table: string) => [
  `create trigger ${table}_append_only before update or delete on ${table}
     for each row execute function ledger_refuse_change()`,
  `create trigger ${table}_no_truncate before truncate on ${table}
     for each statement execute function ledger_refuse_change()`,
]

export const ledger: Migration = {
  id: 4,
  name: 'ledger',
  up: [
    // A house account lies in up to 64 rows, one a database session: its balance is their sum, and writers
    // do not queue for one row. That is possible because it may be negative, and a player's may not.
    `create table ledger_account (
       id bigint generated always as identity primary key,
       kind text not null,
       coin text not null references coin (id),
       -- The player; null for the house.
       account_id integer references account (id),
       stripe integer not null default 0 check (stripe between 0 and 63),
       -- In the coin's smallest unit.
       balance bigint not null default 0,
       constraint ledger_account_holder check (
         case
           when kind in ${PLAYER_KINDS} then account_id is not null and stripe = 0
           when kind in ${HOUSE_KINDS} then account_id is null
           else false
         end
       ),
       constraint ledger_account_not_negative check (account_id is null or balance >= 0)
     ) with (fillfactor = 50)`,
    `create unique index ledger_account_of_player on ledger_account (account_id, coin, kind)
       where account_id is not null`,
    `create unique index ledger_account_of_house on ledger_account (kind, coin, stripe)
       where account_id is null`,

    `create table ledger_transaction (
       id bigint generated always as identity primary key,
       key text not null,
       -- SHA-256 of all that was asked for but the time: the same key with another one is a mistake.
       fingerprint bytea not null check (octet_length(fingerprint) = 32),
       kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
       -- What the money moved for, such as a game's slug.
       subject text check (char_length(subject) between 1 and 200),
       at timestamptz not null,
       -- How many postings it has: none can be added later.
       lines integer not null check (lines between 2 and 100),
       constraint ledger_transaction_key unique (key),
       check (char_length(key) between 1 and 300)
     )`,

    `create table ledger_posting (
       transaction_id bigint not null references ledger_transaction (id),
       line integer not null check (line >= 1),
       ledger_account_id bigint not null references ledger_account (id),
       amount bigint not null check (amount <> 0),
       -- These three are set by the trigger below, whatever is inserted.
       coin text not null,
       is_external boolean not null,
       balance_after bigint not null,
       primary key (transaction_id, line)
     )`,
    `create index ledger_posting_ledger_account_id on ledger_posting (ledger_account_id, transaction_id)`,

    `create table ledger_transfer (
       chain text not null check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
       -- Hexadecimal ids in lower case only: the same transfer must not come in twice.
       tx_id text not null check (
         char_length(tx_id) between 1 and 128 and (tx_id !~* '^(0x)?[0-9a-f]+$' or tx_id = lower(tx_id))
       ),
       -- -1 for the native coin that a chain's transaction carries itself.
       log_index integer not null check (log_index >= -1),
       transaction_id bigint not null,
       line integer not null,
       constraint ledger_transfer_once primary key (chain, tx_id, log_index),
       constraint ledger_transfer_one_posting unique (transaction_id, line),
       foreign key (transaction_id, line) references ledger_posting (transaction_id, line)
     )`,

    `create function ledger_refuse_change() returns trigger language plpgsql as $$
     begin
       ${refuse('ledger_append_only', `tg_table_name || ' is append-only'`)};
     end $$`,
    ...appendOnly('ledger_transaction'),
    ...appendOnly('ledger_posting'),
    ...appendOnly('ledger_transfer'),

    // An account begins with nothing, and only a posting moves its balance: that one runs inside a trigger.
    `create trigger ledger_account_begins_empty before insert on ledger_account
       for each row when (new.balance <> 0) execute function ledger_refuse_change()`,
    `create trigger ledger_account_moved_by_postings before update on ledger_account
       for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change()`,
    `create trigger ledger_account_kept before delete on ledger_account
       for each row execute function ledger_refuse_change()`,
    `create trigger ledger_account_no_truncate before truncate on ledger_account
       for each statement execute function ledger_refuse_change()`,

    `create function ledger_move_balance() returns trigger language plpgsql as $$
     begin
       update ledger_account
         set balance = balance + new.amount
         where id = new.ledger_account_id
           and new.line <= (select lines from ledger_transaction where id = new.transaction_id)
         returning coin, kind in ${EXTERNAL_KINDS}, balance
         into new.coin, new.is_external, new.balance_after;
       if not found then
         ${refuse('ledger_posting_belongs', `'the posting has no account, or its transaction is complete'`)};
       end if;
       return new;
     end $$`,
    `create trigger ledger_posting_moves_balance before insert on ledger_posting
       for each row execute function ledger_move_balance()`,

    // At commit, because the postings come after their transaction.
    `create function ledger_check_transaction() returns trigger language plpgsql as $$
     declare
       found_lines bigint;
       external_lines bigint;
       is_unbalanced boolean;
     begin
       select sum(n), sum(external), bool_or(total <> 0)
         into found_lines, external_lines, is_unbalanced
         from (
           select count(*) as n, count(*) filter (where is_external) as external, sum(amount) as total
           from ledger_posting where transaction_id = new.id group by coin
         ) coins;
       if found_lines is distinct from new.lines::bigint or is_unbalanced then
         ${refuse('ledger_balanced', `'the postings of transaction ' || new.id || ' do not sum to zero or are not all there'`)};
       end if;
       if external_lines > 0 and external_lines <>
         (select count(*) from ledger_transfer where transaction_id = new.id) then
         ${refuse('ledger_transfer_named', `'transaction ' || new.id || ' does not name each transfer on a chain that it posts'`)};
       end if;
       return null;
     end $$`,
    `create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
       deferrable initially deferred for each row execute function ledger_check_transaction()`,

    `create function ledger_check_transfer() returns trigger language plpgsql as $$
     begin
       if not exists (
         select from ledger_posting
         where transaction_id = new.transaction_id and line = new.line and is_external
       ) then
         ${refuse('ledger_transfer_external', `'a transfer on a chain is posted to the deposit or withdrawal account'`)};
       end if;
       return null;
     end $$`,
    `create trigger ledger_transfer_is_external after insert on ledger_transfer
       for each row execute function ledger_check_transfer()`,

    // Finds an account, or opens it: two sessions that do so at once find the same one.
    `create function ledger_account_id(asked_kind text, asked_coin text, asked_player integer)
     returns bigint language plpgsql as $$
     declare
       found_id bigint;
       session_stripe constant integer := pg_backend_pid() % 64;
     begin
       for attempt in 1..2 loop
         if asked_player is null then
           select id into found_id from ledger_account
             where kind = asked_kind and coin = asked_coin and stripe = session_stripe and account_id is null;
         else
           select id into found_id from ledger_account
             where account_id = asked_player and coin = asked_coin and kind = asked_kind;
         end if;
         exit when found or attempt = 2;
         insert into ledger_account (kind, coin, account_id, stripe)
           values (asked_kind, asked_coin, asked_player,
             case when asked_player is null then session_stripe else 0 end)
           on conflict do nothing;
       end loop;
       return found_id;
     end $$`,

    // All of a transaction in one round trip. Balances are locked in the order of their accounts, the same
    // for everybody, so that no two sessions wait for each other.
    `create function ledger_post(
       asked_key text, asked_fingerprint bytea, asked_kind text, asked_subject text, asked_at timestamptz,
       asked_postings json, asked_chain text, asked_tx_id text, asked_log_index integer, asked_line integer
     )
     returns table (transaction_id bigint, is_replay boolean, line integer, balance bigint)
     language plpgsql as $$
     #variable_conflict use_column
     declare
       new_id bigint;
       first_fingerprint bytea;
     begin
       insert into ledger_transaction (key, fingerprint, kind, subject, at, lines)
         values (asked_key, asked_fingerprint, asked_kind, asked_subject, asked_at,
           json_array_length(asked_postings))
         on conflict (key) do nothing
         returning id into new_id;
       if new_id is null then
         select id, fingerprint into new_id, first_fingerprint
           from ledger_transaction where key = asked_key;
         if first_fingerprint is distinct from asked_fingerprint then
           ${refuse('ledger_idempotency', `'the key was used for another transaction'`)};
         end if;
         return query
           select posting.transaction_id, true, posting.line, posting.balance_after
           from ledger_posting posting where posting.transaction_id = new_id;
         return;
       end if;
       return query
         insert into ledger_posting as posting (transaction_id, line, ledger_account_id, amount)
         select new_id, resolved.line, resolved.ledger_account_id, resolved.amount
         from (
           select asked.line, asked.amount,
             ledger_account_id(asked.kind, asked.coin, asked.player) as ledger_account_id
           from json_to_recordset(asked_postings)
             as asked (line integer, kind text, coin text, player integer, amount bigint)
         ) resolved
         order by resolved.ledger_account_id, resolved.line
         returning posting.transaction_id, false, posting.line, posting.balance_after;
       if asked_chain is not null then
         insert into ledger_transfer (chain, tx_id, log_index, transaction_id, line)
           values (asked_chain, asked_tx_id, asked_log_index, new_id, asked_line);
       end if;
     end $$`,
  ],
}
