import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useSnapshot } from 'valtio'
import type { ServerConfig } from '#contract/config.ts'
import { isolatedName } from '#contract/given-name.ts'
import { configQuery } from '#queries/config.queries.ts'
import { currentUser } from '#session/user.state.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { isHandheld } from './connection/device.ts'
import { ViewSkeleton } from './ViewSkeleton.tsx'
import { WalletViewContent } from './WalletViewContent.tsx'
import type { Membership } from './account/AccountView.tsx'
import { takeChosenChain } from './connection/chosen-chain.ts'
import { followWallet, switchToChain } from './connection/wallet.actions.ts'
import { connectionOf, walletState } from './connection/wallet.state.ts'
import { fetchLaterViews } from './later-views.ts'
import { closeWalletModal, goBack, openWalletModal } from './modal/wallet-modal.actions.ts'
import { walletModalState, type WalletView } from './modal/wallet-modal.state.ts'
import styles from './wallet.module.css'

interface WalletPanelProps {
  id: string
  isOpen: boolean
  onClose: () => void
  purpose: 'connect' | 'login'
  /** Called whenever chains or the relay of this server are needed. */
  readConfig: () => Promise<ServerConfig>
  linked: Membership['linked']
  onToken: Membership['onToken']
}

const CONNECT: WalletView = { name: 'connect' }
const ACCOUNT: WalletView = { name: 'account' }

/**
 * The wallet modal. The shell decides when it is open, `wallet-modal.actions.ts` which view it shows, from the first
 * frame on.
 */
export function WalletPanel(props: WalletPanelProps) {
  const { id, isOpen, onClose, purpose, readConfig, linked, onToken } = props
  const { data: config } = useQuery(configQuery)
  const { isOpen: isModalOpen, history } = useSnapshot(walletModalState)
  const view = history.at(-1)
  // Keep the last view while the dialog closes; after that, prepare the first view of the next opening.
  const [last, setLast] = useState<WalletView | null>(null)
  if (view && view !== last) setLast(view)
  const isKnown = connectionOf(useSnapshot(walletState).session) !== null
  const shown = last ?? (isKnown ? ACCOUNT : CONNECT)
  const forgetLast = useCallback(() => setLast(null), [])
  const title = useViewTitle(shown)
  const [hasAsked, setHasAsked] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  useViewFocus(content, history.length, shown.name)

  useLayoutEffect(() => {
    if (!isOpen) return
    followWallet(readConfig)
    openWalletModal()
    return () => {
      closeWalletModal()
      setHasAsked(false)
    }
  }, [isOpen, readConfig])
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(fetchLaterViews, 300)
    return () => clearTimeout(timer)
  }, [isOpen])

  // The actions close the modal when it is done. A player who wants to log in continues with the connected wallet.
  const onDone = useEffectEvent(() => {
    const { session } = walletState
    const isConnected = session.status === 'connected'
    const chosen = takeChosenChain()
    const chain = config?.chains.find(({ id }) => id === chosen)
    // If the wallet does not switch, the account view says so.
    if (isConnected && chain && chain.id !== session.chainId) switchToChain(chain).catch(() => undefined)
    if (isConnected && purpose === 'login' && currentUser.get().uid === 0) openWalletModal()
    else onClose()
  })
  const wasModalOpen = useRef(false)
  useEffect(() => {
    if (isOpen && wasModalOpen.current && !isModalOpen) onDone()
    wasModalOpen.current = isModalOpen
  }, [isOpen, isModalOpen])

  return (
    <Overlay
      id={id}
      open={isOpen}
      onClose={onClose}
      onLeft={forgetLast}
      placement="bottom"
      scrim="deep"
      title={title}
      placeholder={<ViewSkeleton />}
      header={
        <OverlayTitle
          title={title}
          isPractice={config?.mode === 'practice'}
          onBack={history.length > 1 ? goBack : undefined}
        />
      }
    >
      <div ref={content} tabIndex={-1} role="group" aria-label={title} className={styles.view}>
        <WalletViewContent
          view={shown}
          membership={{
            linked,
            onToken,
            wantsLogin: purpose === 'login' && !hasAsked,
            onLoginStarted: () => setHasAsked(true),
          }}
          onDisconnected={onClose}
        />
      </div>
    </Overlay>
  )
}

/** Identifies an element, so that focus returns to it when the player comes back to its view. */
const FOCUS_KEY = 'data-focus-key'

/**
 * Moves the focus with the views: forward to the new view, whose name is read out, and back to the element that led
 * away from it. `depth` is the number of views up to the shown one, 0 while closed.
 */
function useViewFocus(view: RefObject<HTMLElement | null>, depth: number, name: string): void {
  const left = useRef<(string | undefined)[]>([])
  const before = useRef({ depth, name })

  // The focused element of a view is known only before the view unmounts.
  useEffect(() => {
    const element = view.current
    if (!element) return
    const remember = ({ target }: FocusEvent) => {
      const key = target instanceof Element ? target.closest(`[${FOCUS_KEY}]`)?.getAttribute(FOCUS_KEY) : null
      left.current[depth] = key ?? undefined
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [view, depth])

  useEffect(() => {
    const last = before.current
    before.current = { depth, name }
    // When the dialog opens, it has the focus itself.
    if (last.depth === 0 || depth === 0 || (last.depth === depth && last.name === name)) return
    const key = depth < last.depth ? left.current[depth] : undefined
    const origin = key && view.current?.querySelector<HTMLElement>(`[${FOCUS_KEY}="${CSS.escape(key)}"]`)
    const next = origin || view.current
    next?.focus({ preventScroll: !origin })
    view.current?.scrollIntoView({ block: 'nearest' })
  }, [view, depth, name])
}

/** Heading of a view, also for screen readers. */
function useViewTitle(view: WalletView): string {
  const { t } = useLingui()
  switch (view.name) {
    case 'connect':
      return t`Connect a wallet`
    case 'explorer':
      return t`All wallets`
    case 'connecting':
      return isolatedName(view.wallet.label)
    case 'qr': {
      if (view.wallet) {
        const label = isolatedName(view.wallet.label)
        return t`Scan with ${label}`
      }
      return isHandheld() ? t`Scan with another phone` : t`Scan with your phone`
    }
    case 'get':
      return t`Get a wallet`
    case 'help':
      return t`What is a wallet?`
    case 'account':
      return t`Your wallet`
    case 'network':
      return t`Choose a network`
  }
}
