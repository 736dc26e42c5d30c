// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SoundButton } from '#features/play/screen/SoundButton.tsx'
import { readPlayPreferences } from '#features/play/session/play-preferences.state.ts'

const sound = vi.hoisted(() => ({ loaded: 0, stop: vi.fn(), sample: vi.fn() }))
vi.mock('#features/play/sound/follow-sounds.ts', () => {
  sound.loaded += 1
  return { followSounds: () => sound.stop, playSample: sound.sample }
})

it('sound is off and not loaded until the player turns it on, and is remembered', async () => {
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  render(
    <I18nProvider i18n={i18n}>
      <SoundButton />
    </I18nProvider>,
  )
  const button = screen.getByRole('button', { name: 'Sound' })
  expect(button.ariaPressed ?? button.getAttribute('aria-pressed')).toBe('false')
  expect(sound.loaded).toBe(0)

  act(() => button.click())
  await waitFor(() => expect(sound.sample).toHaveBeenCalledOnce())
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(readPlayPreferences().sound).toBe(true)

  act(() => button.click())
  await waitFor(() => expect(sound.stop).toHaveBeenCalledOnce())
  expect(readPlayPreferences().sound).toBe(false)
})
