import type { Migration } from './migration.ts'

/** Indexes that the log of operators is searched by, and lines of the command line's questions. */
export const operatorLog: Migration = {
  id: 22,
  name: 'operator-log',
  compatibleSince: 19,
  up: [
    // Bytes order them, so that an index finds beginnings.
    `create index admin_action_by on admin_action ((lower(by_name) collate "C"), line)`,
    `create index admin_action_action on admin_action ((action collate "C"), line)`,
    // A question has no reason, whoever asks it.
    `alter table admin_action drop constraint admin_action_why_check`,
    `alter table admin_action add constraint admin_action_why_check
       check (char_length(why) <= 500 and (why <> '' or operator_id is not null or kind = 'read'))`,
  ],
}
