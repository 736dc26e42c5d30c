import { Heading } from '#ui/Heading.tsx'

export function GamePage() {
  return (
    <Heading level={1} size="title">
      Game
    </Heading>
  )
}
