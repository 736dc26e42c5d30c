import type { ReactNode } from 'react'
import styles from '#features/wallet/wallet.module.css'
import { WalletTileSkeleton } from '#ui/WalletTileSkeleton.tsx'

interface WalletTilesProps {
  /** One `li` a wallet. */
  children?: ReactNode
  /** Tiles that stand there for wallets on their way. */
  awaited?: number
}

/** Wallets side by side, and the places of those on their way. */
export function WalletTiles({ children, awaited = 0 }: WalletTilesProps) {
  return (
    <ul className={styles.tiles}>
      {children}
      {Array.from({ length: awaited }, (_, index) => (
        <li key={`awaited ${index}`} aria-hidden>
          <WalletTileSkeleton />
        </li>
      ))}
    </ul>
  )
}
