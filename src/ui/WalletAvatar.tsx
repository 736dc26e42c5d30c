import { Avatar } from './Avatar.tsx'
import { numberOf } from './wallet-number.ts'

interface WalletAvatarProps {
  /** `0x` and 40 hexadecimal characters. */
  address: string
  /** Address of the picture it is known by; null for the koi drawn from the address. */
  avatar: string | null
  size?: number
  className?: string
}

/** A wallet's picture; decoration, because the address stands beside it. */
export function WalletAvatar({ address, avatar, ...rest }: WalletAvatarProps) {
  return <Avatar uid={numberOf(address)} avatar={avatar ?? ''} {...rest} />
}
