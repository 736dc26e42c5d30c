import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Shuffle } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { CLIENT_SEED_MAX_LENGTH, clientSeedFrom, isClientSeed } from '#fair/seeds.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { SeedPair } from '#features/play/play-engine.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import { checkPair } from './pair-checks.actions.ts'

const RANDOM_BYTES = 10

/** Sets another client seed. A pair that has been bet with is revealed by it, and the form says so before. */
export function ClientSeedForm({ pair }: { pair: SeedPair }) {
  const { t, i18n } = useLingui()
  const given = usePlayGiven()
  const { engine } = given
  const isBlocked = useStore(engine.openRounds).length > 0
  const [text, setText] = useState(pair.clientSeed)
  const [problem, setProblem] = useState<ClientSeedProblem>()
  const [isSaving, setIsSaving] = useState(false)

  const length = clientSeedLength(text)
  const errors: Record<ClientSeedProblem, string> = {
    empty: t`Type at least one character.`,
    too_long: t`Use at most ${CLIENT_SEED_MAX_LENGTH} characters; these are ${length}.`,
    control_character: t`This contains a character that cannot be typed. Delete it and type the seed again.`,
    unchanged: t`This is your client seed already. Type another one.`,
  }
  const change = (next: string) => {
    setText(next)
    setProblem(undefined)
  }
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBlocked || isSaving) return
    const found = clientSeedProblem(text, pair.clientSeed)
    setProblem(found)
    if (found) return
    setIsSaving(true)
    try {
      const { revealed } = await engine.seeds.setClientSeed(text)
      if (revealed) void checkPair(given, revealed)
      const message = revealed
        ? t`Client seed changed, and the old server seed revealed.`
        : t`Client seed changed.`
      toast({ message, tone: 'success' })
    } catch (error) {
      toast({ message: i18n._(playErrorMessage(error)), tone: 'danger' })
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <form className="grid grid-cols-1 gap-2.5" onSubmit={(event) => void save(event)} noValidate>
      <TextField
        label={t`Client seed`}
        hint={
          pair.nonce === 0 ? (
            <Trans>Choose any text of up to {CLIENT_SEED_MAX_LENGTH} characters.</Trans>
          ) : (
            <Plural
              value={pair.nonce}
              one="You made # bet with this pair. A new client seed also reveals its server seed."
              other="You made # bets with this pair. A new client seed also reveals its server seed."
            />
          )
        }
        error={problem && errors[problem]}
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        trailing={
          <IconButton
            label={t`Random client seed`}
            variant="plain"
            onClick={() => change(clientSeedFrom(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))))}
          >
            <Shuffle aria-hidden size={18} />
          </IconButton>
        }
      />
      <Button type="submit" block variant="secondary" loading={isSaving} aria-disabled={isBlocked}>
        <Trans>Change client seed</Trans>
      </Button>
    </form>
  )
}

type ClientSeedProblem = 'empty' | 'too_long' | 'control_character' | 'unchanged'

/** Why a text cannot become the client seed; undefined when it can. Spaces count and are kept. */
function clientSeedProblem(text: string, current: string): ClientSeedProblem | undefined {
  if (text === '') return 'empty'
  if (clientSeedLength(text) > CLIENT_SEED_MAX_LENGTH) return 'too_long'
  if (!isClientSeed(text)) return 'control_character'
  return text === current ? 'unchanged' : undefined
}

/** In characters as players count them, not in UTF-16 units. */
function clientSeedLength(text: string): number {
  return Array.from(text).length
}
