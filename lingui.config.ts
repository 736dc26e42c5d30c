import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en-US',
  locales: ['en-US', 'zh-CN'],
  catalogs: [
    {
      path: '<rootDir>/src/i18n/{locale}/messages',
      include: ['<rootDir>/src'],
      exclude: ['**/*.gen.ts', '**/*.d.ts'],
    },
  ],
  format: formatter({ lineNumbers: false }),
})
