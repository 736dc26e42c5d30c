import type { Migration } from './migration.ts'

const TEXT = (locale: string) =>
  `jsonb_typeof(value -> '${locale}') = 'string' and value ->> '${locale}' <> ''`

/** Languages are listed in `src/contract/languages.ts` alone: a new one needs no migration. */
export const languages: Migration = {
  id: 25,
  name: 'languages',
  up: [
    // English has to be there and stands in for what is not written yet; what is there has to be a text.
    `alter domain localized drop constraint localized_check`,
    `alter domain localized add constraint localized_check check (
       value is null or (
         ${TEXT('en-US')} and not jsonb_path_exists(value, '$.* ? (@.type() != "string" || @ == "")')
       ) is true
     )`,
    `alter table account drop constraint account_locale_check`,
    `alter table account add constraint account_locale_check check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$')`,
  ],
}
