// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteMissingCode, recoverMissingCodeBy } from '#lib/missing-code.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const Part = ({ name }: { name: string }) => <p>{`Part of ${name}`}</p>
const missing = () => {
  const error = new TypeError('Failed to fetch')
  noteMissingCode(error)
  return Promise.reject<ComponentType<{ name: string }>>(error)
}

beforeEach(() => i18n.loadAndActivate({ locale: 'en-US', messages: {} }))
afterEach(() => recoverMissingCodeBy(() => Promise.resolve(false)))

async function show(load: () => Promise<ComponentType<{ name: string }>>): Promise<void> {
  const Lazy = lazyPart(load)
  await act(async () => {
    render(
      <I18nProvider i18n={i18n}>
        <p>The page</p>
        <Suspense fallback={null}>
          <Lazy name="Dice" />
        </Suspense>
      </I18nProvider>,
    )
  })
}

it('a part whose code fails to load leaves the page intact and appears after a retry', async () => {
  let isThere = false
  await show(() => (isThere ? Promise.resolve(Part) : missing()))
  expect(screen.getByRole('alert').textContent).toContain('This part did not load')
  expect(screen.getByText('The page')).toBeTruthy()

  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(screen.getByRole('alert').textContent).toContain('This part did not load')

  isThere = true
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(screen.getByText('Part of Dice')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('code that is gone for good is reported to the code that reloads the page', async () => {
  const told: unknown[] = []
  recoverMissingCodeBy((error) => {
    told.push(error)
    return Promise.resolve(true)
  })
  await show(missing)
  expect(told).toEqual([new TypeError('Failed to fetch')])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('code that loads and then throws is reported as its own error', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const fault = new Error('broken')
  await show(() => Promise.reject(fault))
  expect(reported.mock.calls).toEqual([[fault]])
  expect(screen.getByRole('alert').textContent).toContain('This part did not load')
})

it('an error message in a list is a list item', async () => {
  const Lazy = lazyPart(missing, 'li')
  await act(async () => {
    render(
      <I18nProvider i18n={i18n}>
        <ol>
          <li>The first step</li>
          <Suspense fallback={null}>
            <Lazy name="Dice" />
          </Suspense>
        </ol>
      </I18nProvider>,
    )
  })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('alert').parentElement?.tagName).toBe('LI')
})
