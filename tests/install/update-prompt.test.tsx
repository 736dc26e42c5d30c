// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { UpdatePrompt } from '#features/install/update/UpdatePrompt.tsx'
import { offerUpdate } from '#features/install/update/update.actions.ts'
import { update } from '#features/install/update/update.state.ts'
import { holdReload } from '#lib/reload-guard.ts'

beforeEach(() => {
  update.state = { status: 'none' }
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  render(
    <I18nProvider i18n={i18n}>
      <UpdatePrompt />
    </I18nProvider>,
  )
})

const isOffered = () => screen.queryByRole('button', { name: 'Reload' }) !== null

it('a new version is announced politely and can be postponed', async () => {
  expect(screen.getByRole('status').textContent).toBe('')
  await act(async () => offerUpdate())
  expect(screen.getByRole('status').textContent).toContain('A new version of Koi is here.')
  fireEvent.click(screen.getByRole('button', { name: 'Later' }))
  await act(async () => undefined)
  expect(isOffered()).toBe(false)
  await act(async () => offerUpdate())
  expect(isOffered()).toBe(true)
})

it('a new version is not offered while a form or a bet would be lost', async () => {
  let release = () => {}
  act(() => {
    release = holdReload()
  })
  await act(async () => offerUpdate())
  expect(isOffered()).toBe(false)
  await act(async () => release())
  expect(isOffered()).toBe(true)
})
