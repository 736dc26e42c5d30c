import { ChevronDown, ChevronsRight, ChevronUp, Equal } from 'lucide-react'
import type { HiloMove } from '#rules/hilo/hilo.ts'
import { sideOf } from './hilo-moves.ts'

const ICONS = { up: ChevronUp, down: ChevronDown, same: Equal }

/** Decorative: the name of the move stands beside it. */
export function MoveSign({ move, size }: { move: HiloMove; size: number }) {
  const Icon = move === 'skip' ? ChevronsRight : ICONS[sideOf(move)]
  return <Icon aria-hidden size={size} strokeWidth={3} />
}
