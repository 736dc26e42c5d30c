import { memo } from 'react'
import styles from './wheel.module.css'

const BULBS = Array.from({ length: 24 }, (_, bulb) => {
  const angle = ((bulb + 0.5) / 24) * 2 * Math.PI
  return { cx: 93 * Math.sin(angle), cy: -93 * Math.cos(angle) }
})

/** Lacquer, gold rims and bulbs. No file, because the wheel would wait for one. */
export const WheelFrame = memo(function WheelFrame() {
  return (
    <svg className={styles.frame} viewBox="-100 -100 200 200">
      <defs>
        <linearGradient id="wheel-lacquer" x1=".2" x2=".7" y2="1">
          <stop stopColor="#f0604a" />
          <stop offset=".42" stopColor="#b8231c" />
          <stop offset="1" stopColor="#5c0d10" />
        </linearGradient>
        <linearGradient id="wheel-gold" x1=".1" x2=".8" y2="1">
          <stop stopColor="#fff3c0" />
          <stop offset=".45" stopColor="#e2a42c" />
          <stop offset=".7" stopColor="#ffe08a" />
          <stop offset="1" stopColor="#8f5a0c" />
        </linearGradient>
      </defs>
      <g fill="none">
        <circle cy="2.5" r="93" stroke="#3a0a0c" strokeWidth="13" />
        <circle r="93" stroke="url(#wheel-lacquer)" strokeWidth="11.5" />
        <circle r="98.4" stroke="url(#wheel-gold)" strokeWidth="2.6" />
        <circle r="87.4" stroke="url(#wheel-gold)" strokeWidth="2.4" />
        <path
          d="M-84-38A92 92 0 0 1-30-87"
          stroke="#fff"
          strokeOpacity=".35"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </g>
      {BULBS.map((place) => (
        <circle key={place.cx} {...place} r="2.55" fill="#ffdf9a" stroke="#5a0c0c" strokeWidth=".9" />
      ))}
    </svg>
  )
})
