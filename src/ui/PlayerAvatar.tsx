import { Avatar } from './Avatar.tsx'

/** The koi of a public number; the logo for a hidden player. */
export function PlayerAvatar({ number, size = 24 }: { number: number | null; size?: number }) {
  return <Avatar uid={number ?? 0} avatar="" size={size} />
}
