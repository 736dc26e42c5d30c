import { useBalances } from '#queries/use-balances.ts'
import { CoinLinks } from './CoinLinks.tsx'

/** Leads to the demonstration, to one coin in any case, and to all others that the player holds. */
export function HeldCoinLinks({ first, played }: { first: string; played: string }) {
  const { data: balances } = useBalances()
  const held = (balances ?? []).filter(({ available }) => Number(available) > 0).map(({ coin }) => coin)
  return <CoinLinks coins={[...new Set([first, ...held])]} played={played} />
}
