import { createFileRoute } from '@tanstack/react-router'
import { GamePage } from '#features/games/GamePage.tsx'

export const Route = createFileRoute('/games/$slug')({
  component: GamePage,
})
