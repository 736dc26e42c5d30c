import { followMoments, type PlayMoment, type ShownResult } from '#features/play/session/play-moments.ts'
import { winTier } from '#features/play/session/win-tier.ts'
import { wakeAudio, type Audio } from './audio.ts'
import { climb, drop, evenResult, fall, flip, lost, roll, tick, timedTone, won } from './sounds.ts'

/** Fast play would otherwise sound like a siren. */
const QUIET_MS = 60

let lastAt = -Infinity

/** Lets play be heard. Returns the function that stops it. */
export function followSounds(): () => void {
  return followMoments((moment) => {
    const audio = wakeAudio()
    if (audio) playMoment(audio, moment)
  })
}

/** For the player who has just turned sound on, or changes how loud it is. */
export function playSample(): void {
  const audio = wakeAudio()
  if (audio) drop(audio)
}

function playMoment(audio: Audio, moment: PlayMoment): void {
  switch (moment.type) {
    case 'bet':
      return tick(audio)
    case 'moving':
      return playMoving(audio, moment)
    case 'step':
      return flip(audio)
    case 'tones':
      for (const { atMs, hertz } of moment.tones) timedTone(audio, hertz, atMs / 1_000)
      return undefined
    case 'near-end':
      return tick(audio, 0, 1_200)
    case 'crashed':
      return drop(audio)
    case 'shown':
      return playResult(audio, moment.result)
  }
}

/** The games that have no tones of their own. */
function playMoving(audio: Audio, { bet, motionMs }: Extract<PlayMoment, { type: 'moving' }>): void {
  const seconds = motionMs / 1_000
  if (bet.game === 'dice') roll(audio, seconds)
  if (bet.game === 'limbo') climb(audio, seconds)
  if (bet.game === 'plinko') {
    const ways = bet.outcome.map((step) => (step === 'R' ? 1 : -1))
    fall(audio, ways, seconds)
  }
}

function playResult(audio: Audio, result: ShownResult): void {
  const now = performance.now()
  const tier = winTier(result)
  // The larger wins are always heard.
  if (now - lastAt < QUIET_MS && tier !== 'big' && tier !== 'huge') return
  lastAt = now
  if (tier) won(audio, tier)
  else if (result.payout === result.stake) evenResult(audio)
  else lost(audio)
}
