import { useLingui } from '@lingui/react/macro'
import { useEffect, type CSSProperties } from 'react'
import { REACTIONS, type Reaction } from '#contract/reactions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ReactionMark } from '#ui/art/ReactionMark.tsx'
import { reactionClass } from '#ui/play/reaction-class.ts'
import { Text } from '#ui/Text.tsx'
import styles from './crash-reactions.module.css'
import { followReactions } from './heard-reactions.ts'
import { useFloatingReactions } from './use-floating-reactions.ts'

interface CrashReactionsProps {
  round: string | undefined
  /** False for a visitor, who only sees those of others. */
  canSend: boolean
}

/** Pictures that players send to each other, in place of a chat. */
export function CrashReactions({ round, canSend }: CrashReactionsProps) {
  const { t } = useLingui()
  const { integer } = useFormat()
  const nameOf = useReactionNames()
  useEffect(followReactions, [])
  const { floating, counts, send, land } = useFloatingReactions(round)
  return (
    <>
      {canSend ? (
        <div className={styles.row} role="group" aria-label={t`React with a picture`}>
          {REACTIONS.map((picture) => (
            <button
              key={picture}
              type="button"
              className={reactionClass}
              aria-label={nameOf[picture]}
              onClick={() => send(picture)}
            >
              <ReactionMark picture={picture} />
              {(counts[picture] ?? 0) > 0 ? (
                <Text as="span" size={1} tone="muted" num className={styles.count} aria-hidden>
                  {integer(counts[picture] ?? 0)}
                </Text>
              ) : null}
            </button>
          ))}
        </div>
      ) : null}
      <div className={styles.sky} aria-hidden>
        {floating.map(({ key, picture, delayMs, drift }) => (
          <span
            key={key}
            className={styles.floating}
            style={
              {
                insetInlineStart: `${((REACTIONS.indexOf(picture) + 0.5) / REACTIONS.length) * 100}%`,
                animationDelay: `${delayMs}ms`,
                '--drift': `${drift}px`,
              } as CSSProperties
            }
            onAnimationEnd={() => land(key)}
          >
            <ReactionMark picture={picture} size={34} />
          </span>
        ))}
      </div>
    </>
  )
}

function useReactionNames(): Readonly<Record<Reaction, string>> {
  const { t } = useLingui()
  return {
    koi: t`Koi`,
    rocket: t`Rocket`,
    wave: t`Wave`,
    star: t`Star`,
    coin: t`Coin`,
    lotus: t`Lotus`,
    heart: t`Heart`,
    tear: t`Tear`,
  }
}
