import type { ComponentProps, ReactNode } from 'react'

interface WalletTileProps extends Omit<ComponentProps<'button'>, 'type' | 'name' | 'className' | 'children'> {
  name: ReactNode
  /** A `WalletMark` of 54 px or a replacement of that size. */
  mark: ReactNode
}

export function WalletTile({ name, mark, ...rest }: WalletTileProps) {
  return (
    <button
      {...rest}
      type="button"
      className="press grid justify-items-center content-start gap-1.75 w-full min-w-0 py-1 rounded-2 text-fs-2 font-600 leading-2 text-text-2 hover:text-text disabled:opacity-50"
    >
      {mark}
      <span className="line-clamp-2 max-w-full min-h-7 text-center wrap-anywhere">{name}</span>
    </button>
  )
}
