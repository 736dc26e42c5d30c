import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en-US',
  locales: ['en-US', 'zh-CN'],
  catalogs: [
    {
      path: '<rootDir>/src/i18n/{locale}/messages',
      include: ['<rootDir>/src'],
      exclude: ['**/*.gen.ts', '**/*.d.ts', '<rootDir>/src/features/play/**'],
    },
    // Fetched with the first game, so that the first screen does not carry them.
    { path: '<rootDir>/src/i18n/{locale}/play', include: ['<rootDir>/src/features/play'] },
  ],
  format: formatter({ lineNumbers: false }),
})
