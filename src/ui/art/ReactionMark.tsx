import { useId, type ReactNode } from 'react'
import type { Reaction } from '#contract/reactions.ts'
import { KoiLogo } from './KoiLogo.tsx'

type Colours = readonly [from: string, to: string]

interface Drawing {
  readonly viewBox?: string
  readonly colours: Colours
  readonly draw: (fill: string) => ReactNode
}

const line = (d: string, stroke = '#fff', width = 2) => (
  <path d={d} stroke={stroke} strokeWidth={width} strokeLinecap="round" fill="none" />
)

const DRAWINGS: Readonly<Record<Exclude<Reaction, 'koi'>, Drawing>> = {
  rocket: {
    viewBox: '-92 -84 184 216',
    colours: ['#ff7a35', '#d9480f'],
    draw: (fill) => (
      <g transform="rotate(24)">
        <path fill="#ff5a1f" d="M-17 58Q-26 100 0 142 26 100 17 58z" />
        <path fill="#fff3c4" d="M-8 58q-3 20 8 38 11-18 8-38z" />
        <path fill="#ff7a45" d="M-26 14Q-54 32-50 68l28-16zM26 14Q54 32 50 68L22 52z" />
        <path fill="#fff" d="M0-74C34-46 38 16 24 58h-48C-38 16-34-46 0-74z" />
        <path fill="#c8d6e6" d="M0-74C34-46 38 16 24 58H10C24 16 22-44 0-74z" />
        <path fill={fill} d="M0-74c12 10 20 24 24 38h-48c4-14 12-28 24-38z" />
        <circle cy="-6" r="17" fill="#ff7a35" />
        <circle cy="-6" r="12" fill="#10334a" />
      </g>
    ),
  },
  wave: {
    colours: ['#9ff3ff', '#2f7dff'],
    draw: (fill) => (
      <>
        <path d="M2 25C4 12 12 5 20 6c7 1 10 7 7 11-3-4-8-3-9 1-1 3 2 6 12 7z" fill={fill} />
        {line('M8 22c2-6 5-9 9-10')}
      </>
    ),
  },
  star: {
    colours: ['#fff0a8', '#ffb01f'],
    draw: (fill) => (
      <path
        d="M16 3l3.8 8.4 9.2 1-6.9 6.1 2 9L16 22.8 7.9 27.5l2-9L3 12.4l9.2-1z"
        fill={fill}
        stroke="#ffc94d"
        strokeLinejoin="round"
      />
    ),
  },
  coin: {
    viewBox: '-24 -22 48 48',
    colours: ['#fff3bd', '#d98a0b'],
    draw: (fill) => (
      <>
        <circle cy="4" r="20" fill="#8f4b00" />
        <circle r="20" fill={fill} />
        <circle r="14.5" fill="none" stroke="#b56c07" strokeWidth="2" opacity=".75" />
        <path d="M0-7L9 0 0 7-9 0Z" fill="#b56c07" opacity=".85" />
      </>
    ),
  },
  lotus: {
    viewBox: '-28 -42 56 52',
    colours: ['#ffd9e2', '#ff6f93'],
    draw: (fill) => (
      <>
        <g fill={fill}>
          <path d="M-26-2C-24-16-14-16-4 0ZM26-2C24-16 14-16 4 0Z" opacity=".85" />
          <path d="M-18 0C-22-20-10-24-1 0ZM18 0C22-20 10-24 1 0Z" />
          <path d="M-9 0C-12-22-4-30 0-32 4-30 12-22 9 0Z" />
        </g>
        <path d="M0-10q3 4 0 10-3-6 0-10" fill="#ffd75e" />
      </>
    ),
  },
  heart: {
    colours: ['#ff9db4', '#f0335f'],
    draw: (fill) => (
      <>
        <path d="M16 27C4 18 3 12 5 9c3-5 9-4 11 1 2-5 8-6 11-1 2 3 1 9-11 18z" fill={fill} />
        {line('M8 12c0-2 1-3 3-3')}
      </>
    ),
  },
  tear: {
    colours: ['#c6e8ff', '#4d9dff'],
    draw: (fill) => (
      <>
        <path d="M16 3c6 8 10 12 10 17a10 10 0 0 1-20 0C6 15 10 11 16 3z" fill={fill} />
        {line('M12 19h.1M20 19h.1', '#0c2a55', 3)}
        {line('M12.5 25c2-2 5-2 7 0', '#0c2a55')}
      </>
    ),
  },
}

/** A picture that players send to each other. Hidden from assistive technology: a word says what it is. */
export function ReactionMark({ picture, size = 28 }: { picture: Reaction; size?: number }) {
  const id = useId()
  if (picture === 'koi') return <KoiLogo size={size} />
  const { viewBox = '0 0 32 32', colours, draw } = DRAWINGS[picture]
  return (
    <svg width={size} height={size} viewBox={viewBox} aria-hidden>
      <linearGradient id={id} x2=".6" y2="1">
        <stop stopColor={colours[0]} />
        <stop offset="1" stopColor={colours[1]} />
      </linearGradient>
      {draw(`url(#${id})`)}
    </svg>
  )
}
