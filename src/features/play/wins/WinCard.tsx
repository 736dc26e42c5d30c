import { Trans, useLingui } from '@lingui/react/macro'
import { Link, LockKeyhole, Share2, ShieldCheck, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Button } from '#ui/Button.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { winCardClass } from '#ui/play/win-card-class.ts'
import winKoi from '#ui/play/win-koi.svg'
import { betNumber } from '#features/play/bet-number.ts'
import { useGameNames } from '#features/play/play-context.ts'
import { isMotionWanted } from '#features/play/session/play-motion.ts'
import type { ShownResult } from '#features/play/session/play-moments.ts'
import { winTier } from '#features/play/session/win-tier.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useOpenBet } from '#features/play/use-play-sheet.ts'
import { countUp } from '#lib/count-up.ts'
import { shareWin } from './share-win.ts'
import { useIsVerified } from './use-is-verified.ts'
import { useOverStage } from './use-over-stage.ts'

const ShareWinSheet = lazySheet(() => import('./ShareWinSheet.tsx').then((module) => module.ShareWinSheet))

const COUNT_MS = 600
/** A tap so soon was meant for what stood here before. */
const STRAY_MS = 350

interface WinCardProps {
  result: ShownResult
  isBest: boolean
  stage: RefObject<HTMLElement | null>
  onClose: () => void
}

/**
 * A big win, over the stage. It is no modal dialog: the focus stays where it is, and the next bet goes on as if there
 * were no card. The result is announced by the screen.
 */
export function WinCard({ result, isBest, stage, onClose }: WinCardProps) {
  const { t, i18n } = useLingui()
  const { amount, multiplier } = usePlayFormat()
  const veil = useRef<HTMLDivElement>(null)
  useOverStage(veil, stage)
  const close = useClosing(veil, onClose)
  const openBet = useOpenBet()
  const isVerified = useIsVerified(result)
  const counted = useCountedPayout(result)
  const [isSharing, setIsSharing] = useState(false)
  const [openedAt] = useState(() => performance.now())
  const unlessStray = (act: () => void) => () => {
    if (performance.now() - openedAt >= STRAY_MS) act()
  }

  const name = i18n._(useGameNames()(result.game).name)
  const title = winTier(result) === 'huge' ? t`Huge win in ${name}` : t`Big win in ${name}`
  const payout = amount(result.payout, result)
  const stake = amount(result.stake, result)
  const words = {
    title,
    amount: payout,
    coin: result.isDemo ? t`Demo coins` : result.symbol,
    multiple: multiplier(result.multiplier),
    stake: t`bet of ${stake}`,
    proof: useProofWords(result, isVerified),
  }
  const facts = { ...words, isVerified }
  const ProofIcon = isVerified ? ShieldCheck : result.seeds ? LockKeyhole : Link
  const proof = (
    <>
      <ProofIcon aria-hidden size={17} />
      <span>{words.proof}</span>
    </>
  )
  return (
    <div
      ref={veil}
      // Below amount and button, which may stick over the stage.
      className={`${winCardClass.veil} absolute z-1`}
      onClick={(event) => {
        if (event.target === event.currentTarget) unlessStray(close)()
      }}
    >
      <section role="dialog" aria-label={title} className={winCardClass.card} data-testid="win-card">
        <span className={winCardClass.rays} aria-hidden />
        <img className={winCardClass.koi} src={winKoi} alt="" width={132} height={132} />
        <p className={winCardClass.title}>{title}</p>
        <p
          className={winCardClass.amount}
          style={{ '--letters': payout.length } as CSSProperties}
          translate="no"
        >
          <span aria-hidden>{counted === undefined ? payout : amount(counted, result)}</span>
          <span className="sr-only">{payout}</span>
        </p>
        <p className={winCardClass.facts}>
          <span translate="no">
            <CoinMark symbol={result.symbol} size={20} />
            <b>{words.coin}</b>
          </span>
          <b className={winCardClass.multiple} translate="no">
            {words.multiple}
          </b>
          <span>{words.stake}</span>
        </p>
        {isBest ? (
          <p className={winCardClass.best}>
            <Trans>Your highest multiplier on this device</Trans>
          </p>
        ) : null}
        {result.seeds ? (
          <button
            type="button"
            className={winCardClass.proof}
            data-verified={isVerified || undefined}
            onClick={unlessStray(() => {
              close()
              openBet(result.id)
            })}
          >
            {proof}
          </button>
        ) : (
          <p className={winCardClass.proof}>{proof}</p>
        )}
        <div className="grid grid-cols-2 gap-2 w-full">
          <Button
            variant="secondary"
            icon={<Share2 aria-hidden size={18} />}
            onClick={unlessStray(() => (result.isDemo ? void shareWin(facts) : setIsSharing(true)))}
          >
            <Trans>Share</Trans>
          </Button>
          <Button variant="secondary" onClick={unlessStray(close)}>
            <Trans>Done</Trans>
          </Button>
        </div>
        <button
          type="button"
          className={winCardClass.close}
          aria-label={t`Close`}
          onClick={unlessStray(close)}
        >
          <X aria-hidden size={20} />
        </button>
      </section>
      <ShareWinSheet isOpen={isSharing} onClose={() => setIsSharing(false)} betId={result.id} facts={facts} />
    </div>
  )
}

/**
 * Says only what is so: a bet is verified once its seed is revealed and this device has computed it again. The outcome of
 * a shared round is known only after its bets.
 */
function useProofWords({ seeds }: ShownResult, isVerified: boolean): string {
  const { t } = useLingui()
  if (!seeds) return t`Decided by a public chain and beacon`
  const number = betNumber(seeds.nonce)
  return isVerified ? t`Verified on this device · bet #${number}` : t`Sealed before your bet · bet #${number}`
}

/** Escape and a tap beside the stage close it; that tap does what it was meant for. */
function useClosing(veil: RefObject<HTMLElement | null>, onClose: () => void): () => void {
  const close = () => {
    const hasFocus = veil.current?.contains(document.activeElement) ?? false
    if (hasFocus) document.querySelector<HTMLElement>('#bet button')?.focus({ preventScroll: true })
    onClose()
  }
  const onEvent = useEffectEvent((event: Event) => {
    if (document.querySelector('dialog[open]')) return
    const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
    const isBeside = event.type === 'pointerdown' && !veil.current?.contains(event.target as Node)
    if (isEscape || isBeside) close()
  })
  useEffect(() => {
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true }
    document.addEventListener('keydown', (event) => onEvent(event), options)
    document.addEventListener('pointerdown', (event) => onEvent(event), options)
    return () => controller.abort()
  }, [])
  return close
}

/** The amount on its way up; undefined once it is there. */
function useCountedPayout({ payout, decimals }: ShownResult): bigint | undefined {
  const [counted, setCounted] = useState(() => (isMotionWanted() ? 0n : undefined))
  useEffect(() => {
    if (!isMotionWanted()) return
    return countUp({ from: 0n, to: payout, decimals, milliseconds: COUNT_MS, show: setCounted })
  }, [payout, decimals])
  return counted
}
