import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Share2 } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { useCopy } from '#ui/use-copy.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { usePlayableGames } from '#features/play/play-context.ts'
import { saveFile } from '#ui/save-file.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { betJson } from './verify-command.ts'
import { betNumber } from '#features/play/bet-number.ts'

export function BetActions({ bet }: { bet: SettledBet }) {
  const playableGame = usePlayableGames()
  const { t, i18n } = useLingui()
  const copy = useCopy()
  const { multiplier, result } = usePlayFormat()
  const json = betJson(bet)
  const { nonce } = bet.seeds

  const save = () =>
    saveFile(new Blob([`${json}\n`], { type: 'application/json' }), `koi-${bet.game}-bet-${nonce}.json`)
  const share = async () => {
    const name = i18n._(playableGame(bet.game).name)
    const number = betNumber(nonce)
    const title = t`${name} · bet #${number}`
    const drawn = result(bet)
    const paid = multiplier(bet.multiplier)
    const text =
      bet.seeds.serverSeed === null
        ? bet.isDemo
          ? t`A demo bet on Koi's ${name}: ${drawn}, paid ${paid}. Its server seed is still secret.`
          : t`A bet on Koi's ${name}: ${drawn}, paid ${paid}. Its server seed is still secret.`
        : bet.isDemo
          ? t`A demo bet on Koi's ${name}: ${drawn}, paid ${paid}. Anyone can work it out again:`
          : t`A bet on Koi's ${name}: ${drawn}, paid ${paid}. Anyone can work it out again:`
    const message = `${text}\n${json}`
    // Closing the share sheet rejects too; there is nothing to tell then.
    if (typeof navigator.share === 'function')
      await navigator.share({ title, text: message }).catch(() => undefined)
    else await copy(message, t`Bet copied`)
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button variant="secondary" icon={<Download aria-hidden size={20} />} onClick={save}>
        <Trans>Export</Trans>
      </Button>
      <Button variant="secondary" icon={<Share2 aria-hidden size={20} />} onClick={() => void share()}>
        <Trans>Share</Trans>
      </Button>
    </div>
  )
}
