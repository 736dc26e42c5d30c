import { useEffect, useState } from 'react'
import { REACTIONS, type Reaction, type ReactionEvent } from '#contract/reactions.ts'
import { isMotionReduced } from '#features/play/session/play-motion.ts'
import { heardReactions } from './heard-reactions.ts'
import { createOwnReactions } from './own-reactions.ts'

const MOST_AT_ONCE = 12
/** Events come so often; what one tells of is spread over the time until the next. */
const SPREAD_MS = 250

interface FloatingReaction {
  readonly key: number
  readonly picture: Reaction
  readonly delayMs: number
  /** Sideways while it rises, in pixels. */
  readonly drift: number
}

/** Reactions on their way up, and where motion is not wanted how often each was sent in the round. */
export function useFloatingReactions(round: string | undefined) {
  const [own] = useState(createOwnReactions)
  const [floating, setFloating] = useState<readonly FloatingReaction[]>([])
  const [counted, setCounted] = useState<{ readonly round: string | undefined; readonly of: ReactionEvent }>({
    round,
    of: {},
  })

  const [show] = useState(() => (event: ReactionEvent, ofRound: string | undefined, isOwn: boolean) => {
    if (document.hidden) return
    if (isMotionReduced()) {
      setCounted((known) => ({ round: ofRound, of: sumOf(known.round === ofRound ? known.of : {}, event) }))
      return
    }
    setFloating((known) => [...known, ...launched(event, MOST_AT_ONCE - known.length, isOwn)])
  })
  useEffect(
    () => heardReactions.subscribe(() => show(own.ofOthers(heardReactions.get()), round, false)),
    [own, round, show],
  )
  return {
    floating,
    counts: counted.round === round ? counted.of : {},
    send(picture: Reaction) {
      if (own.send(picture)) show({ [picture]: 1 }, round, true)
    },
    land: (key: number) => setFloating((known) => known.filter((each) => each.key !== key)),
  }
}

let launchedSoFar = 0

function launched(event: ReactionEvent, room: number, isOwn: boolean): FloatingReaction[] {
  const pictures = REACTIONS.flatMap((picture) =>
    Array.from({ length: Math.min(event[picture] ?? 0, MOST_AT_ONCE) }, () => picture),
  )
  return pictures.slice(0, Math.max(0, room)).map((picture) => ({
    key: (launchedSoFar += 1),
    picture,
    delayMs: isOwn ? 0 : Math.round(Math.random() * SPREAD_MS),
    drift: Math.round(Math.random() * 48 - 24),
  }))
}

const sumOf = (known: ReactionEvent, more: ReactionEvent): ReactionEvent =>
  Object.fromEntries(
    REACTIONS.map((picture) => [picture, (known[picture] ?? 0) + (more[picture] ?? 0)]),
  ) as ReactionEvent
