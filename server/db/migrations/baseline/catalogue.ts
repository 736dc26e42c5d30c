import { priceWasSet } from '#server/db/functions/price-was-set.ts'
import type { Statement } from '#server/db/migrations/migration.ts'

const SLUG = `check (char_length(slug) <= 64 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')`
const BPS = 'between 0 and 10000'

export const catalogue: readonly Statement[] = [
  // A text in several languages. English is required and replaces missing ones; the list of languages is only in
  // `src/contract/languages.ts`, so that a new one needs no migration.
  `create domain localized as jsonb check (
     value is null or (
       jsonb_typeof(value -> 'en-US') = 'string' and value ->> 'en-US' <> ''
       and not jsonb_path_exists(value, '$.* ? (@.type() != "string" || @ == "")')
     ) is true
   )`,

  `create table provider (
     id integer generated always as identity primary key,
     slug text not null unique ${SLUG},
     name localized not null,
     position integer not null
   )`,

  `create table category (
     id integer generated always as identity primary key,
     slug text not null unique ${SLUG},
     name localized not null,
     position integer not null
   )`,

  `create table game (
     id integer generated always as identity primary key,
     slug text not null unique ${SLUG},
     provider_id integer not null references provider (id),
     name localized not null,
     tagline localized not null,
     status text not null check (status in ('playable', 'soon', 'paused')),
     shipped_status text not null check (shipped_status in ('playable', 'soon', 'paused')),
     color_from text not null check (color_from ~ '^#[0-9a-f]{6}$'),
     color_to text not null check (color_to ~ '^#[0-9a-f]{6}$'),
     edge_min_bps integer not null check (edge_min_bps ${BPS}),
     edge_max_bps integer not null check (edge_max_bps ${BPS}),
     live boolean not null default false,
     released_at timestamptz not null,
     rules jsonb not null check (jsonb_typeof(rules) = 'array'),
     outcome localized not null,
     payout localized not null,
     formula text not null,
     position integer not null,
     check (edge_min_bps <= edge_max_bps)
   )`,
  `create index game_provider_id on game (provider_id)`,

  `create table game_category (
     game_id integer not null references game (id) on delete cascade,
     category_id integer not null references category (id) on delete cascade,
     primary key (game_id, category_id)
   )`,
  `create index game_category_category_id on game_category (category_id)`,

  `create table coin (
     id text primary key check (id ~ '^[a-z0-9]+-[a-z0-9]+$'),
     symbol text not null,
     name text not null,
     network text not null,
     decimals integer not null check (decimals between 0 and 8),
     chain_decimals integer not null check (chain_decimals between 0 and 36),
     price_usd numeric(30, 12) not null check (price_usd > 0),
     priced_at timestamptz not null,
     listed boolean not null,
     receivable boolean not null,
     position integer not null,
     unique (symbol, network),
     check (decimals <= chain_decimals)
   )`,

  // Lowest and highest price of each coin per hour, to compare the value of stakes later. Storing the price with each
  // bet would double its size.
  `create table price_hour (
     coin text not null,
     hour timestamptz not null,
     -- When the first of its prices was written.
     since timestamptz not null,
     lowest numeric(30, 12) not null check (lowest > 0),
     highest numeric(30, 12) not null check (highest >= lowest),
     primary key (coin, hour)
   )`,
  priceWasSet,
  `create trigger coin_priced after insert or update of price_usd on coin
     for each row execute function price_was_set()`,

  `create table promotion (
     id integer generated always as identity primary key,
     slug text not null unique ${SLUG},
     kind text not null check (kind in ('deposit', 'rakeback', 'referral', 'fairness')),
     title localized not null,
     summary localized not null,
     terms jsonb not null check (jsonb_typeof(terms) = 'array'),
     starts_at timestamptz not null,
     ends_at timestamptz check (ends_at > starts_at),
     offer jsonb check (jsonb_typeof(offer) = 'object'),
     position integer not null,
     check ((kind = 'deposit') = (offer is not null))
   )`,
]
