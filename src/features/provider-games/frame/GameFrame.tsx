import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ProviderLaunch } from '#contract/provider-games.ts'
import { providerFrameClass } from '#ui/play/provider-frame-class.ts'
import { rememberTeller, tellsReady } from './ready-tellers.ts'
import { watchFrame } from './watch-frame.ts'

export type FrameState = 'loading' | 'loaded' | 'late'

interface GameFrameProps {
  launch: ProviderLaunch
  /** For assistive technology. */
  title: string
  /** Something lies over it. */
  isCovered: boolean
  onState: (state: FrameState) => void
  onLeave: () => void
  onDeposit: () => void
}

/** Needs another `key` for another launch. */
export function GameFrame({ launch, title, isCovered, onState, onLeave, onDeposit }: GameFrameProps) {
  const ref = useRef<HTMLIFrameElement>(null)
  const [{ url, origin }] = useState(launch)
  const tell = useEffectEvent(onState)
  const hear = useEffectEvent((message: 'leave' | 'deposit' | 'ready') => {
    if (message === 'ready') rememberTeller(origin)
    if (message === 'leave') onLeave()
    if (message === 'deposit') onDeposit()
  })
  useLayoutEffect(() => {
    if (!ref.current) return
    tell('loading')
    return watchFrame(ref.current, {
      origin,
      tellsReady: tellsReady(origin),
      onLoaded: () => tell('loaded'),
      onLate: () => tell('late'),
      onMessage: (message) => hear(message),
    })
  }, [origin])
  return (
    <iframe
      ref={ref}
      src={url}
      title={title}
      className={providerFrameClass.frame}
      sandbox="allow-scripts allow-forms allow-same-origin"
      allow="fullscreen; autoplay"
      referrerPolicy="no-referrer"
      inert={isCovered}
      data-testid="provider-frame"
    />
  )
}
