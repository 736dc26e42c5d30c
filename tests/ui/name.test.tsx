// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { GivenName } from '#contract/given-name.ts'
import { BetRows } from '#features/live-play/BetRows.tsx'
import { Leaders } from '#features/live-play/Leaders.tsx'
import { LiveBetsTable } from '#features/live-play/LiveBetsTable.tsx'
import { leadersQuery, recentBetsQuery } from '#features/live-play/live-play.queries.ts'
import { publicName } from '#i18n/public-name.ts'
import { Name } from '#ui/Name.tsx'
import { renderInEnglish } from './render-in-english.tsx'

const NAME = 'שלום 99.00'

/** Texts with the name outside an element that isolates its direction. */
function loose(container: HTMLElement): string[] {
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const { currentNode } = texts
    const text = currentNode.textContent ?? ''
    if (text.includes(NAME) && !currentNode.parentElement?.closest('bdi')) found.push(text)
  }
  return found
}

describe('a name', () => {
  it('is isolated from the line of a bet', () => {
    const bet = { id: '1', game: 'dice', coin: 'usdt-tron', stake: '1', payout: '2', multiplier: 2 }
    const { container } = renderInEnglish(
      <BetRows bets={[{ ...bet, name: NAME, number: 1 }]} nameOf={() => 'Dice'} />,
    )
    expect(container.textContent).toContain(`${NAME} · 1.00 USDT staked`)
    expect(loose(container)).toEqual([])
  })

  it('is isolated in the list of leaders', () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    client.setQueryData(leadersQuery('day').queryKey, [
      { name: NAME, number: 1, edgeUsd: '1', stakedUsd: '100', paidUsd: '99', bets: 2 },
    ])
    const { container } = renderInEnglish(
      <QueryClientProvider client={client}>
        <Leaders period="day" />
      </QueryClientProvider>,
    )
    expect(container.textContent).toContain(NAME)
    expect(loose(container)).toEqual([])
  })

  it('is in the table of live bets, and one made from the number where a player gave none', () => {
    const client = new QueryClient()
    const bet = { game: 'dice', coin: 'usdt-tron', stake: '1', payout: '2', multiplier: 2 }
    const at = '2026-11-29T12:00:00.000Z'
    client.setQueryData(recentBetsQuery.queryKey, [
      { ...bet, id: '3', at, name: NAME, number: 1 },
      { ...bet, id: '2', at, name: null, number: 77 },
      { ...bet, id: '1', at, name: null, number: null },
    ])
    const { container, getAllByRole } = renderInEnglish(
      <QueryClientProvider client={client}>
        <LiveBetsTable game="dice" />
      </QueryClientProvider>,
    )
    const names = getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent)
    expect(names).toEqual([NAME, publicName(77, 'en-US'), 'Hidden'])
    expect(loose(container)).toEqual([])
  })

  it('cannot be rendered as plain text', () => {
    const given = (text: string): GivenName => text
    const name = given(NAME)
    // @ts-expect-error A name must be shown with `Name`.
    const plain = <p>{name}</p>
    // @ts-expect-error A text with a name is refused, too.
    const text: string = name
    expect(plain && text).toContain(NAME)
    const { container } = renderInEnglish(<Name>{name}</Name>)
    expect(container.querySelector('bdi')?.getAttribute('translate')).toBe('no')
  })
})
