import { useLingui } from '@lingui/react/macro'
import { RoundAction } from '#features/play/controls/RoundAction.tsx'
import { RoundResumed } from '#features/play/controls/RoundResumed.tsx'
import { RoundStake } from '#features/play/controls/RoundStake.tsx'
import { useIsRoundOpen } from '#features/play/controls/use-is-round-open.ts'
import { PlayScreen } from '#features/play/screen/PlayScreen.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStore } from '#lib/use-store.ts'
import { cardWords } from './card-words.ts'
import { HiloAnnouncer } from './HiloAnnouncer.tsx'
import { useHiloPlay } from './hilo-play.ts'
import { HiloScene } from './HiloScene.tsx'
import { HiloStage } from './HiloStage.tsx'
import { HiloGuesses } from './HiloGuesses.tsx'
import { StartCardPicker } from './StartCardPicker.tsx'

const firstGuess = () => document.querySelector<HTMLElement>('[data-guess]')

export function HiloScreen() {
  const play = useHiloPlay()
  const { t, i18n } = useLingui()
  const { multiplier } = usePlayFormat()
  const isIdle = !useIsRoundOpen(play)
  return (
    <>
      <PlayScreen
        play={play}
        stage={<HiloStage />}
        scene={<HiloScene />}
        lead={<RoundResumed play={play} />}
        parameters={<HiloParameters />}
        action={<RoundAction play={play} firstStep={t`Make a guess`} firstFocus={firstGuess} />}
        stake={<RoundStake play={play} />}
        chipOf={(bet) => multiplier(bet.multiplier)}
        describe={({ cards, multiplier: paid }) => {
          const last = cards.at(-1)
          const card = last ? cardWords(last, (message) => i18n._(message)) : ''
          if (paid === 0) return t`wrong guess, the card was ${card}`
          const factor = multiplier(paid)
          return t`cashed out at ${factor}, last card ${card}`
        }}
        keys={[
          { key: 'arrowup', label: t`Guess higher`, isIdle, run: () => void play.guessTo('up') },
          { key: 'arrowdown', label: t`Guess lower`, isIdle, run: () => void play.guessTo('down') },
          {
            key: '=',
            label: t`Guess the same, on a 2 or an ace`,
            isIdle,
            run: () => void play.guessTo('same'),
          },
          {
            key: 's',
            label: t`Double the bet; in a round, skip the card`,
            run: () => (isIdle ? play.changeStake('double') : void play.skip()),
          },
          { key: 'c', label: t`Cash out`, isIdle, run: () => void play.cashOut() },
        ]}
      />
      <HiloAnnouncer />
    </>
  )
}

function HiloParameters() {
  const play = useHiloPlay()
  const round = useStore(play.round)
  return round ? <HiloGuesses round={round} /> : <StartCardPicker />
}
