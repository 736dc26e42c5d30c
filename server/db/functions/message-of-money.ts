import { tellDevices } from './message-to-devices.ts'
import type { SqlFunction } from './sql-function.ts'

/** An amount in smallest units as the decimal that players see. */
const decimalOf = (units: string) => `trim_scale(${units} * ('1e-' || coin.decimals)::numeric)::text`

/** Tells the player of a credited deposit. */
export const messageOfDeposit: SqlFunction = {
  name: 'message_of_deposit',
  sql: `create or replace function message_of_deposit() returns trigger language plpgsql as $$
    begin
      ${tellDevices(`insert into message (bucket, account_id, key, at, kind, data)
        select new.account_id % 64, new.account_id, 'deposit/' || new.id, new.updated_at, 'deposit',
          jsonb_build_object('deposit', new.id::text, 'coin', coin.id,
            'amount', ${decimalOf('new.credited_amount')}, 'isOverLimit', new.is_over_limit)
        from coin where coin.id = new.receive_coin
        on conflict do nothing`)};
      return null;
    end $$`,
}

/** Tells the player of each stage of a withdrawal once. */
export const messageOfWithdrawal: SqlFunction = {
  name: 'message_of_withdrawal',
  sql: `create or replace function message_of_withdrawal() returns trigger language plpgsql as $$
    declare
      stage text := case new.status when 'queued' then 'requested' when 'broadcast' then 'sent' else new.status end;
    begin
      ${tellDevices(`insert into message (bucket, account_id, key, at, kind, data)
        select new.account_id % 64, new.account_id, 'withdrawal/' || new.id || '/' || stage, new.updated_at,
          'withdrawal', jsonb_build_object('withdrawal', new.id::text, 'stage', stage, 'coin', coin.id,
            'amount', ${decimalOf('new.amount')}, 'receives', ${decimalOf('(new.amount - new.fee)')})
        from coin where coin.id = new.coin
        on conflict do nothing`)};
      return null;
    end $$`,
}

/** Tells the player how a bonus has ended. */
export const messageOfBonus: SqlFunction = {
  name: 'message_of_bonus',
  sql: `create or replace function message_of_bonus() returns trigger language plpgsql as $$
    begin
      ${tellDevices(`insert into message (bucket, account_id, key, at, kind, data)
        select new.account_id % 64, new.account_id, 'bonus/' || new.id || '/ended', new.ended_at, 'bonus-ended',
          jsonb_build_object('bonus', new.id::text, 'status', new.status, 'coin', coin.id,
            'released', ${decimalOf('new.released')}, 'lost', ${decimalOf('(new.amount - new.released)')})
        from coin where coin.id = new.coin
        on conflict do nothing`)};
      return null;
    end $$`,
}
