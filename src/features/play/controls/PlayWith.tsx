import { Trans } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { coinSymbol } from '#contract/values.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useUser } from '#session/use-user.ts'
import { chipClass } from '#ui/chip-class.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { DEMO } from '#features/play/play-coin-search.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { coinFocus } from './coin-focus.ts'

const CoinsSheet = lazySheet(() => import('./CoinsSheet.tsx').then((module) => module.CoinsSheet))
/** Visitors hold nothing and never open it. */
const HeldCoinName = lazyOptional(() => import('./HeldCoinName.tsx').then((module) => module.HeldCoinName))

/** The coin of play; the address names it. */
export function PlayWith() {
  const { uid } = useUser()
  const navigate = useNavigate()
  const { sheet, open, close } = usePlaySheet()
  const asked = useSearch({ strict: false, select: (search) => search.coin })
  const { coin } = usePlayCoin()
  const button = useRef<HTMLButtonElement>(null)
  // A shared link opens with the same coin.
  useEffect(() => {
    if (uid > 0 && asked === undefined)
      void navigate({
        to: '.',
        search: (old) => ({ ...old, coin }),
        replace: true,
        resetScroll: false,
      })
  }, [uid, asked, coin, navigate])
  useEffect(() => coinFocus.takeTo(button.current), [])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${chipClass()} min-w-0 max-w-full`}
        aria-haspopup="dialog"
        data-testid="play-with"
        onClick={() => open('coins')}
      >
        <span className="sr-only">
          <Trans>Play with</Trans>
        </span>{' '}
        <span className="min-w-0 truncate">
          {coin === DEMO ? (
            <Trans>Demo</Trans>
          ) : (
            <Suspense fallback={coinSymbol(coin)}>
              <HeldCoinName coin={coin} />
            </Suspense>
          )}
        </span>
        <ChevronDown aria-hidden size={16} className="shrink-0" />
      </button>
      <CoinsSheet isOpen={sheet === 'coins'} onClose={close} />
    </>
  )
}
