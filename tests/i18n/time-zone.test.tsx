// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, screen } from '@testing-library/react'
import { memo } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followTimeZone } from '#i18n/time-zone.ts'
import { useFormat } from '#i18n/use-format.ts'

const AT = new Date('2026-03-04T15:00:00Z')

const Time = memo(function Time() {
  const { moment } = useFormat()
  return <p>{moment(AT, AT)}</p>
})

const zone = process.env['TZ']
beforeEach(() => void (process.env['TZ'] = 'Europe/Berlin'))
afterEach(() => {
  vi.useRealTimers()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const shown = () => screen.getByText(/\d/).textContent.replace(/\s/, ' ')

it('formats times again after the device has entered another time zone', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  followTimeZone()
  render(
    <I18nProvider i18n={i18n}>
      <Time />
    </I18nProvider>,
  )
  expect(shown()).toBe('4:00 PM')

  process.env['TZ'] = 'Asia/Shanghai'
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(shown()).toBe('11:00 PM')

  // Same offset now, different offset in summer.
  process.env['TZ'] = 'America/Denver'
  act(() => void vi.advanceTimersByTime(60_000))
  expect(shown()).toBe('8:00 AM')
})
