import type { Migration } from './migration.ts'

export const nftPicture: Migration = {
  id: 11,
  name: 'nft-picture',
  up: [
    `create table nft_picture (
       account_id integer primary key references account (id) on delete cascade,
       -- A row of a picture that was removed cannot stay; one that was replaced must be deleted first.
       avatar text not null references avatar (name) on delete cascade,
       chain_id bigint not null,
       contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
       standard text not null check (standard in ('erc721', 'erc1155')),
       token numeric(78) not null check (token >= 0),
       collection text,
       wallet text not null check (wallet ~ '^0x[0-9a-f]{40}$'),
       checked_at timestamptz not null,
       next_check_at timestamptz not null
     )`,
    `create index nft_picture_next_check_at on nft_picture (next_check_at)`,
  ],
}
