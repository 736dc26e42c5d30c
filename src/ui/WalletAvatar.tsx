import { Avatar } from './Avatar.tsx'
import { numberOf } from './wallet-number.ts'

interface WalletAvatarProps {
  /** `0x` and 40 hexadecimal characters. */
  address: string
  /** Picture URL; null for the koi drawn from the address. */
  avatar: string | null
  size?: number
  className?: string
}

/** Hidden from assistive technology: the address stands beside it. */
export function WalletAvatar({ address, avatar, ...rest }: WalletAvatarProps) {
  return <Avatar uid={numberOf(address)} avatar={avatar ?? ''} {...rest} />
}
