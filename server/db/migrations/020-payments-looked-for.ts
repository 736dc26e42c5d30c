import type { Migration } from './migration.ts'

export const paymentsLookedFor: Migration = {
  id: 20,
  name: 'payments-looked-for',
  up: [
    // A payment is looked for among what its sender has sent since, because wallets replace what they sent, and
    // some never say under which hash.
    `alter table deposit_intent
       drop constraint deposit_intent_status_check,
       drop constraint deposit_intent_check,
       drop constraint deposit_intent_check1,
       -- The chain's newest block, and how many transactions the sender had in blocks, when this was opened: the
       -- payment is later than both.
       add column opened_block bigint check (opened_block >= 0),
       add column opened_nonce bigint check (opened_nonce >= 0),
       -- What the sender sent up to this block, which is final, was looked at, and everything numbered below.
       add column looked_block bigint check (looked_block >= 0),
       add column looked_nonce bigint check (looked_nonce >= 0)`,
    // unanswered: the wallet was asked, and nobody knows what it did.
    `alter table deposit_intent
       add constraint deposit_intent_status_check check (status in (
         'waiting', 'unanswered', 'sent', 'seen', 'failed', 'replaced', 'dropped'
       )),
       add constraint deposit_intent_told check ((status = 'waiting') = (sent_at is null)),
       add constraint deposit_intent_named check (
         status not in (case when tx_id is null then 'sent' else 'waiting' end,
                        case when tx_id is null then 'seen' else 'unanswered' end)
       )`,
    `create index deposit_intent_looked on deposit_intent (chain, created_at) where looked_block is not null`,
    // The chain's own coin, which has no event, comes from wallets that nobody has linked as well.
    `alter table unclaimed_transfer
       drop constraint unclaimed_transfer_log_index_check,
       add constraint unclaimed_transfer_log_index_check check (log_index >= -1)`,
  ],
}
