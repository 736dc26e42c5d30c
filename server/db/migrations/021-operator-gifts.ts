import { neverChanged } from './baseline/kept-rows.ts'
import type { Migration } from './migration.ts'

/** Gifts that an operator has given alone, and sessions that a passkey has confirmed. */
export const operatorGifts: Migration = {
  id: 21,
  name: 'operator-gifts',
  compatibleSince: 19,
  up: [
    `create table operator_gift (
       id bigint generated always as identity primary key,
       operator_id integer not null references operator (id),
       -- In 10⁻⁸ US dollars, at the prices of that moment.
       usd numeric(40) not null check (usd >= 0),
       at timestamptz not null
     )`,
    `create index operator_gift_operator on operator_gift (operator_id, at)`,
    ...neverChanged('operator_gift'),
    // The passkey signs a challenge of its own for the session, which is used up by the answer.
    `alter table operator_session add column confirmed_at timestamptz, add column challenge text,
       add column challenge_until timestamptz`,
  ],
}
