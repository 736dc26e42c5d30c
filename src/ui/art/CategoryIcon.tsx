import {
  Blocks,
  Cherry,
  Club,
  Fish,
  Flame,
  Gamepad2,
  Gem,
  Heart,
  LayoutGrid,
  type LucideIcon,
  Radio,
  Sparkles,
  Tv,
  Zap,
} from 'lucide-react'

const icons: Partial<Record<string, LucideIcon>> = {
  all: LayoutGrid,
  'all-games': LayoutGrid,
  trending: Flame,
  new: Sparkles,
  'new-releases': Sparkles,
  originals: Fish,
  instant: Zap,
  cards: Club,
  live: Radio,
  slots: Cherry,
  shows: Tv,
  favourites: Heart,
  exclusive: Gem,
  providers: Blocks,
}

interface CategoryIconProps {
  /** A category's slug, or the name of another entry in their list; unknown ones get a game pad. */
  slug: string
  size?: number
  className?: string
}

/** Hidden from assistive technology: the label stands beside it. */
export function CategoryIcon({ slug, size = 20, className }: CategoryIconProps) {
  const Icon = icons[slug] ?? Gamepad2
  return <Icon size={size} strokeWidth={2} className={className} aria-hidden />
}
