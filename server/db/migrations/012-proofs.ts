import type { Migration } from './migration.ts'

export const proofs: Migration = {
  id: 12,
  name: 'proofs',
  up: [
    // A proof counts for the session that asked for it, and for one call: the keyed hash of what that does.
    `alter table challenge
       add column session_id uuid,
       add column confirms bytea check (octet_length(confirms) = 32),
       drop constraint challenge_purpose_check`,
    `alter table challenge
       add constraint challenge_purpose_check check (
         purpose in ('passkey-login', 'passkey-new', 'passkey-proof', 'wallet-login', 'wallet-link')
       ),
       add check ((purpose = 'passkey-proof') = (confirms is not null)),
       add check (confirms is null or (account_id is not null and session_id is not null))`,
    // A passkey was removed that nobody showed: until then nothing goes that a proof is asked for.
    `alter table account add column proof_held_until timestamptz`,
  ],
}
