import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { DEFAULT_LOCALE, LOCALES } from './src/contract/localized.ts'

const inFeatures = (...names: string[]) => names.map((name) => `<rootDir>/src/features/${name}/**`)
const PLAY = inFeatures('play')
/** Not for those who play another game, but for the game's name in lists of all games. */
const CRASH = ['<rootDir>/src/features/play/crash/!(game).*']
const ACCOUNT = [
  ...inFeatures('account', 'messages', 'referral', 'security', 'responsible-play'),
  // Parts of the forms that only those pages have.
  '<rootDir>/src/i18n/account-answers.ts',
  '<rootDir>/src/i18n/field-messages.ts',
  '<rootDir>/src/ui/PasswordField.tsx',
  '<rootDir>/src/ui/SecondFactorField.tsx',
  '<rootDir>/src/session/use-draft-form.ts',
]
const WALLET = [
  ...inFeatures('wallet', 'nfts'),
  '<rootDir>/src/features/security/wallets/**',
  '<rootDir>/src/features/deposit/wallet/**',
  '<rootDir>/src/i18n/wallet-answers.ts',
]
const MONEY = [
  ...inFeatures('bonus', 'deposit', 'file-check', 'rewards', 'transparency', 'withdraw', 'money-history'),
  '<rootDir>/src/i18n/money-answers.ts',
  '<rootDir>/src/i18n/use-withdrawal-status.ts',
]
const PROVIDERS = inFeatures('provider-games')
const PRACTICE = inFeatures('practice')
/** The page of verify.html. */
const VERIFIER = ['<rootDir>/src/verifier/**']
/** The console at /operator, which no player loads. */
const OPERATOR = [
  '<rootDir>/src/operator/**',
  '<rootDir>/src/ui/console/**',
  '<rootDir>/src/i18n/operator-answers.ts',
  '<rootDir>/src/i18n/use-withdrawal-status.ts',
]
const LIVE = [...inFeatures('live-play', 'win-link'), '<rootDir>/src/app/desk/**']
/**
 * Features whose texts are in the first load: of the first pages, of their dialogs, and of pages with few words. Any
 * other is in a part above (`tests/tooling/page-lists.test.ts`).
 */
export const FIRST_LOAD = ['coins', 'games', 'gift', 'install', 'labs', 'promotions', 'settings']

export default defineConfig({
  sourceLocale: DEFAULT_LOCALE,
  locales: [...LOCALES],
  catalogs: [
    {
      path: '<rootDir>/src/i18n/{locale}/messages',
      include: ['<rootDir>/src'],
      exclude: [
        '**/*.gen.ts',
        '**/*.d.ts',
        ...PLAY,
        ...ACCOUNT,
        ...WALLET,
        ...MONEY,
        ...PRACTICE,
        ...VERIFIER,
        ...OPERATOR,
        ...LIVE,
        ...PROVIDERS,
      ],
    },
    // Fetched with the first page that needs them, so that the first screen does not carry them.
    { path: '<rootDir>/src/i18n/{locale}/play', include: PLAY, exclude: CRASH },
    { path: '<rootDir>/src/i18n/{locale}/crash', include: CRASH },
    { path: '<rootDir>/src/i18n/{locale}/account', include: ACCOUNT, exclude: WALLET },
    { path: '<rootDir>/src/i18n/{locale}/wallet', include: WALLET },
    { path: '<rootDir>/src/i18n/{locale}/money', include: MONEY, exclude: WALLET },
    { path: '<rootDir>/src/i18n/{locale}/practice', include: PRACTICE },
    { path: '<rootDir>/src/i18n/{locale}/verifier', include: VERIFIER },
    { path: '<rootDir>/src/i18n/{locale}/operator', include: OPERATOR },
    { path: '<rootDir>/src/i18n/{locale}/live', include: LIVE },
    { path: '<rootDir>/src/i18n/{locale}/providers', include: PROVIDERS },
  ],
  // Without origins: they would change with every move of a file, and git tells where a text stands.
  format: formatter({ origins: false }),
})
