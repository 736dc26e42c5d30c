// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { Button } from '#ui/Button.tsx'
import { TextElements } from '#ui/TextElements.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en-US', messages: {} }))

const inApp = (children: ReactNode) => (
  <I18nProvider i18n={i18n} defaultComponent={TextElements}>
    <div data-testid="place">{children}</div>
  </I18nProvider>
)
const place = () => screen.getByTestId('place')

/** Replaces every text node with an element, as a browser that translates the page does. */
function translate(node: Node = place()): void {
  for (const child of [...node.childNodes]) {
    if (child.nodeType === Node.ELEMENT_NODE) translate(child)
    else if (child.textContent?.trim())
      node.replaceChild(
        Object.assign(document.createElement('font'), { textContent: child.textContent }),
        child,
      )
  }
}

function showTranslated(...views: ReactNode[]): string[] {
  const { rerender } = render(inApp(null))
  return views.map((view) => {
    rerender(inApp(view))
    const text = place().textContent
    translate()
    return text
  })
}

function Result({ net }: { net: number }) {
  const sum = `${Math.abs(net)} USDT`
  return (
    <p>
      {net > 0 ? (
        <Trans>
          You won <b>+{sum}</b> this time
        </Trans>
      ) : net < 0 ? (
        <Trans>
          You lost <b>{sum}</b>
        </Trans>
      ) : (
        <Trans>Your bet came back</Trans>
      )}
    </p>
  )
}

it('a translated page shows each result without words of the one before', () => {
  expect(
    showTranslated(<Result net={5} />, <Result net={-2} />, <Result net={0} />, <Result net={7} />),
  ).toEqual([
    'You won +5 USDT this time',
    'You lost 2 USDT',
    'Your bet came back',
    'You won +7 USDT this time',
  ])
})

it('a translated page updates numbers in sentences and in marks within them', () => {
  const count = (value: number) => (
    <Trans>
      Of{' '}
      <b>
        <i>all</i> these {value}
      </b>
      , <Plural value={value} one="# is" other="# are" /> yours
    </Trans>
  )
  expect(showTranslated(count(1), count(2))).toEqual([
    'Of all these 1, 1 is yours',
    'Of all these 2, 2 are yours',
  ])
})

it('a translated button changes its words, its icon and its busy state', () => {
  const Icon = () => <svg />
  const views = [
    <Button key="b">Send me a code</Button>,
    <Button key="b" loading>
      Send me a code
    </Button>,
    <Button key="b" icon={<Icon />}>
      Send again
    </Button>,
    <Button key="b">
      {3} {'seconds'}
    </Button>,
  ]
  expect(showTranslated(...views)).toEqual(['Send me a code', 'Send me a code', 'Send again', '3 seconds'])
})
