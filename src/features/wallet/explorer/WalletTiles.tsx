import type { ReactNode } from 'react'
import styles from '#features/wallet/wallet.module.css'
import { WalletTileSkeleton } from '#ui/WalletTileSkeleton.tsx'

interface WalletTilesProps {
  /** One `li` for each wallet. */
  children?: ReactNode
  /** Number of placeholder tiles for loading wallets. */
  awaited?: number
}

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
