// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chooseLocale } from '#contract/localized.ts'
import { linguiMacro } from '../../build/lingui-macro.ts'

it('tests compile macros and resolve the aliases of package.json', () => {
  i18n.loadAndActivate({ locale: chooseLocale(null, []), messages: {} })
  const name = 'Koi'
  render(
    <I18nProvider i18n={i18n}>
      <Trans>Hello {name}</Trans>
    </I18nProvider>,
  )
  expect(screen.getByText('Hello Koi')).toBeDefined()
})

it('tests can load a catalog', async () => {
  const { messages } = await import('../../src/i18n/zh-CN/messages.po')
  expect(messages).toBeTypeOf('object')
})

it('the macro plugin processes split pages and skips packages', () => {
  const { transform } = linguiMacro()
  if (typeof transform !== 'object' || typeof transform.filter?.id !== 'object') throw new Error('no filter')
  const { include, exclude } = transform.filter.id as { include: RegExp; exclude: RegExp }
  expect(include.test('/koi/src/routes/index.tsx?tsr-split=component')).toBe(true)
  expect(include.test('/koi/src/ui/tokens.css')).toBe(false)
  expect(exclude.test('/koi/node_modules/x/index.js')).toBe(true)
})
