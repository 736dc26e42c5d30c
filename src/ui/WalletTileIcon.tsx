import type { ReactNode } from 'react'

/** Replaces the logo in a `WalletTile` that stands for something else than a wallet. */
export function WalletTileIcon({ children }: { children: ReactNode }) {
  return (
    <span className="grid place-items-center size-13.5 shrink-0 rounded-3 border border-line bg-surface-3 text-text">
      {children}
    </span>
  )
}
