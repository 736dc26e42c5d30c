import { useLingui } from '@lingui/react/macro'
import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { IconButton } from '#ui/IconButton.tsx'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'

/** Sound is loaded once a player has turned it on. If that fails, play is silent. */
const loadSound = () => import('#features/play/sound/follow-sounds.ts')

export function SoundButton() {
  const { t } = useLingui()
  const { sound } = useSnapshot(playPreferences).choices
  const isAsked = useRef(false)
  useEffect(() => {
    if (!sound) return
    let stop: (() => void) | undefined
    let isOver = false
    void loadSound().then(
      ({ followSounds, playSample }) => {
        if (isOver) return
        stop = followSounds()
        if (isAsked.current) playSample()
        isAsked.current = false
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [sound])
  const Icon = sound ? Volume2 : VolumeX
  return (
    <IconButton
      label={t`Sound`}
      aria-pressed={sound}
      onClick={() => {
        isAsked.current = !sound
        changePlayPreferences({ sound: !sound })
      }}
    >
      <Icon aria-hidden size={18} />
    </IconButton>
  )
}
