// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import type { LuckBets } from '#contract/luck.ts'
import { answerLuck } from '#features/rewards/luck/answer-luck.ts'
import { LuckCard } from '#features/rewards/luck/LuckCard.tsx'
import type { LuckRequest } from '#features/rewards/luck/luck-messages.ts'
import { messages as texts } from '#i18n/en-US/messages.po'
import { messages as money } from '#i18n/en-US/money.po'
import { api } from '#session/api.ts'
import { NOBODY, currentUser } from '#session/user.state.ts'
import { renderInEnglish } from '../ui/render-in-english.tsx'

const DICE = { game: 'dice', params: { side: 'over', target: 5_050 } }
/** 100 bets of a dollar at 49.50%, which pay 2×. */
const EVEN: LuckBets = {
  bets: 100,
  wageredUsd: '100',
  paidUsd: '120',
  edgeUsd: '1',
  kinds: [{ ...DICE, stakes: [{ usd: '1', bets: 100 }] }],
  leftOut: [{ game: 'mines', name: { 'en-US': 'Mines', 'zh-CN': '扫雷' }, bets: 7 }],
}

/** Computes at once, where the browser would start another thread. */
class WorkerHere {
  onmessage: ((event: { data: unknown }) => void) | null = null
  postMessage(request: LuckRequest) {
    queueMicrotask(() => this.onmessage?.({ data: { luck: answerLuck(request) } }))
  }
  terminate() {}
}

function show(answer: () => LuckBets) {
  vi.spyOn(api, 'call').mockImplementation(async () => answer())
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  renderInEnglish(
    <QueryClientProvider client={client}>
      <LuckCard />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en-US', messages: { ...texts, ...money } })
  currentUser.set({ uid: 7, nickname: '', avatar: '' })
  vi.stubGlobal('Worker', WorkerHere)
})
afterEach(() => {
  cleanup()
  currentUser.set(NOBODY)
  vi.unstubAllGlobals()
})

it('says where a result stands, what it was expected to cost, and what is left out', async () => {
  show(() => EVEN)
  // 60 wins: 98.0% of all ways have fewer, by the binomial distribution at 4,950 of 10,001.
  expect(await screen.findByRole('heading', { name: 'Luckier than 98%' })).toBeTruthy()
  expect(screen.getByText(/these 100 bets could have gone. It says nothing about the next./)).toBeTruthy()
  expect(
    screen.getByRole('img', { name: /Your result, \+\$20.00, is above 98% of them; −\$1.00 was expected/ }),
  ).toBeTruthy()
  expect(screen.getByText('Expected cost').parentElement?.textContent).toContain('$1.00')
  expect(screen.getByText('Actual result').parentElement?.textContent).toContain('+$20.00')
  expect(screen.getByText(/without rounding/)).toBeTruthy()
  expect(screen.getByText(/Left out: Mines \(7\)/)).toBeTruthy()
})

it('never says none or all of the ways', async () => {
  show(() => ({ ...EVEN, paidUsd: '0' }))
  expect(await screen.findByRole('heading', { name: 'Luckier than less than 1%' })).toBeTruthy()
  cleanup()
  show(() => ({ ...EVEN, paidUsd: '200' }))
  expect(await screen.findByRole('heading', { name: 'Luckier than more than 99%' })).toBeTruthy()
})

it('says what it waits for before there are enough bets, and computes nothing', async () => {
  const post = vi.spyOn(WorkerHere.prototype, 'postMessage')
  show(() => ({ ...EVEN, bets: 19, kinds: [{ ...DICE, stakes: [{ usd: '1', bets: 19 }] }] }))
  expect(await screen.findByText(/After 20 bets/)).toBeTruthy()
  expect(screen.getByText(/So far there are 19 bets/)).toBeTruthy()
  expect(post).not.toHaveBeenCalled()
})

it('shows the amounts where the comparison cannot be computed', async () => {
  show(() => ({ ...EVEN, kinds: [{ game: 'unheard', params: {}, stakes: [{ usd: '1', bets: 100 }] }] }))
  vi.stubGlobal(
    'Worker',
    class extends WorkerHere {
      override postMessage() {
        queueMicrotask(() => this.onmessage?.({ data: { luck: null } }))
      }
    },
  )
  expect(await screen.findByText(/could not compute/)).toBeTruthy()
  expect(screen.getByText('Expected cost').parentElement?.textContent).toContain('$1.00')
})

it('can be asked for again after a failure', async () => {
  let isDown = true
  show(() => {
    if (isDown) throw new ApiError('network', 'no server')
    return EVEN
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  again.click()
  expect(await screen.findByRole('heading', { name: 'Luckier than 98%' })).toBeTruthy()
})
