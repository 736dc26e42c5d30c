import { tellDevices } from './message-to-devices.ts'
import type { SqlFunction } from './sql-function.ts'

/** An amount in smallest units as the decimal that players see. */
const decimalOf = (units: string) => `trim_scale(${units} * ('1e-' || coin.decimals)::numeric)::text`

/** In SQL, where `new` is the row and `coin` its coin. */
interface Told {
  kind: string
  /** The same twice is one message. */
  key: string
  at: string
  coin: string
  data: string
}

/** Function of a trigger: tells the player of a row. */
const telling = (name: string, { kind, key, at, coin, data }: Told): SqlFunction => ({
  name,
  sql: `create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      ${tellDevices(`insert into message (bucket, account_id, key, at, kind, data)
        select new.account_id % 64, new.account_id, ${key}, ${at}, '${kind}',
          jsonb_build_object('coin', coin.id, ${data})
        from coin where coin.id = ${coin}
        on conflict do nothing`)};
      return null;
    end $$`,
})

/** Tells the player of a credited deposit. */
export const messageOfDeposit = telling('message_of_deposit', {
  kind: 'deposit',
  key: `'deposit/' || new.id`,
  at: 'new.updated_at',
  coin: 'new.receive_coin',
  data: `'deposit', new.id::text, 'amount', ${decimalOf('new.credited_amount')}, 'isOverLimit', new.is_over_limit`,
})

const STAGE = `case new.status when 'queued' then 'requested' when 'broadcast' then 'sent' else new.status end`

/** Tells the player of each stage of a withdrawal once. */
export const messageOfWithdrawal = telling('message_of_withdrawal', {
  kind: 'withdrawal',
  key: `'withdrawal/' || new.id || '/' || ${STAGE}`,
  at: 'new.updated_at',
  coin: 'new.coin',
  data: `'withdrawal', new.id::text, 'stage', ${STAGE},
            'amount', ${decimalOf('new.amount')}, 'receives', ${decimalOf('(new.amount - new.fee)')}`,
})

/** Tells the player how a bonus has ended. */
export const messageOfBonus = telling('message_of_bonus', {
  kind: 'bonus-ended',
  key: `'bonus/' || new.id || '/ended'`,
  at: 'new.ended_at',
  coin: 'new.coin',
  data: `'bonus', new.id::text, 'status', new.status,
            'released', ${decimalOf('new.released')}, 'lost', ${decimalOf('(new.amount - new.released)')}`,
})
