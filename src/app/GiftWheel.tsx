import { MissingWheel } from '#features/play/gift-wheel/MissingWheel.tsx'
import { PlayerWheel } from '#features/play/gift-wheel/PlayerWheel.tsx'
import { useGiftWheel } from '#features/play/gift-wheel/gift-wheel.queries.ts'
import { BetSheet } from '#features/play/bet/BetSheet.tsx'
import { BalancePlay } from '#features/play/provider/BalancePlay.tsx'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { useUser } from '#session/use-user.ts'

/** The daily wheel of a player, turned with the coin that rewards are paid in. */
export function GiftWheel() {
  const { uid } = useUser()
  const query = useGiftWheel()
  if (uid === 0 || !query.data) return <MissingWheel query={query} />
  const { coin } = query.data
  return (
    <BalancePlay key={`${uid}/${coin}`} uid={uid} coin={coin}>
      <PlayerWheel wheel={query.data} />
      <OpenBet />
    </BalancePlay>
  )
}

function OpenBet() {
  const { betId, close } = usePlaySheet()
  return <BetSheet betId={betId} onClose={close} />
}
