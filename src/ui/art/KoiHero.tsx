import { useId } from 'react'

const body =
  'M97 12C104 8 145 29 159 57 171 82 169 109 155 132 145 149 120 167 81 179L77 164C94 152 108 134 109 112 111 94 96 48 95 29 95 22 94 14 97 12Z'

interface KoiHeroProps {
  size?: number
  className?: string
}

/** A koi leaping out of a pond. Decorative; the water takes its colours from the theme. */
export function KoiHero({ size = 210, className }: KoiHeroProps) {
  const id = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 210 210" fill="none" className={className} aria-hidden>
      <defs>
        <linearGradient id={`${id}o`} x1=".1" x2=".8" y2="1">
          <stop stopColor="#ffb568" />
          <stop offset=".45" stopColor="#ff7a35" />
          <stop offset="1" stopColor="#f2450d" />
        </linearGradient>
        <linearGradient id={`${id}f`} x1="1" x2="0" y2="1">
          <stop stopColor="#ff6a26" />
          <stop offset="1" stopColor="#ffb870" />
        </linearGradient>
        <linearGradient id={`${id}t`} x1="1" x2=".1" y2=".6">
          <stop offset=".1" stopColor="#ff6421" />
          <stop offset="1" stopColor="#ffb066" />
        </linearGradient>
        <pattern
          id={`${id}s`}
          width="12"
          height="12"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-72)"
        >
          <path d="M0 0a6 6 0 0 0 12 0M-6 6a6 6 0 0 0 12 0M6 6a6 6 0 0 0 12 0" stroke="#8f2000" />
        </pattern>
        <clipPath id={id}>
          <path d={body} />
        </clipPath>
      </defs>
      <g stroke="var(--jade)" strokeWidth="1.6">
        <ellipse cx="72" cy="187" rx="30" ry="8" fill="var(--jade)" fillOpacity=".22" strokeOpacity=".7" />
        <ellipse cx="72" cy="187" rx="50" ry="14" strokeOpacity=".4" />
        <ellipse cx="72" cy="187" rx="71" ry="20" strokeOpacity=".2" />
      </g>
      <g fill={`url(#${id}f)`}>
        <path d="M136 27C156 30 180 48 188 78 191 94 188 110 180 122 181 112 178 108 172 110L150 128Z" />
        <path d="M110 112C96 114 82 126 78 144 90 138 102 138 112 134Z" />
      </g>
      <path d={body} fill={`url(#${id}o)`} />
      <g clipPath={`url(#${id})`}>
        <path
          d="M94 10C101 22 109 42 111 62 116 78 121 92 119 108 116 128 100 152 70 170L60 140 90 90Z"
          fill="#fff4e6"
        />
        <path
          d="M170 62C154 60 142 68 143 80 144 92 156 90 157 102 158 114 164 112 172 110ZM150 150C138 138 124 142 116 150 110 156 116 160 112 168L134 172Z"
          fill="#fff4e6"
        />
        <path d="M134 42C128 56 118 62 104 64L112 180 180 150 176 50Z" fill={`url(#${id}s)`} opacity=".26" />
        <path d="M134 40C129 55 118 62 102 65" stroke="#a32a02" strokeOpacity=".5" strokeWidth="2.5" />
        <path
          d="M112 12C146 28 168 62 165 98 163 128 142 152 96 174"
          stroke="#fff"
          strokeOpacity=".22"
          strokeWidth="4"
        />
      </g>
      <path
        d="M92 162C72 156 50 154 26 160 40 166 46 172 50 180 50 190 46 198 34 207 56 206 80 196 94 174 96 168 96 164 92 162Z"
        fill={`url(#${id}t)`}
      />
      <path d="M108 74C92 62 66 64 48 84 62 85 70 88 76 96 88 98 104 100 113 96Z" fill={`url(#${id}f)`} />
      <path
        d="M104 78C90 74 74 75 62 81M106 87C96 84 86 85 78 89M82 167L46 162M82 173L54 194"
        stroke="#c93a06"
        strokeOpacity=".4"
        strokeWidth="1.5"
      />
      <circle cx="121" cy="34" r="5" fill="#1c0a02" />
      <circle cx="122.5" cy="32.5" r="1.6" fill="#fff" />
      <path
        d="M97 20C91 20 87 24 86 29M98 13C99 17 101 19 104 20"
        stroke="#d9480f"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <g fill="var(--jade)" opacity=".6">
        <circle cx="28" cy="136" r="4" />
        <circle cx="46" cy="120" r="2.5" />
        <circle cx="122" cy="192" r="3" />
      </g>
    </svg>
  )
}
