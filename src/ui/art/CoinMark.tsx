import { type ReactNode, useId } from 'react'
import { USDT_MARK } from './UsdtMark.tsx'

interface Mark {
  ground: string
  art: ReactNode
}

const line = { fill: 'none', stroke: '#fff', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const blast = 'M10.3 8.600h9.900l2.8 2.3-1.2 3.8-2.9 1.5 2.2 1.7-1.2 3.8-3.4 2.300H7.900l2.5-7.800h8.3'

const marks: Partial<Record<string, Mark>> = {
  USDT: USDT_MARK,
  USDC: {
    ground: '#2671c9',
    art: (
      <g {...line} strokeWidth="2">
        <path d="M12.3 6.400a10.3 10.3 0 0 0 0 19.200M19.7 6.400a10.3 10.3 0 0 1 0 19.2" />
        <path d="M19.6 13c-.4-1.6-1.7-2.4-3.6-2.4-2.1 0-3.5 1-3.5 2.6 0 3.7 7.2 1.8 7.2 5.6 0 1.7-1.5 2.7-3.7 2.7-2.1 0-3.5-.9-3.9-2.500M16 8.600v2M16 21.500v2" />
      </g>
    ),
  },
  USDB: {
    ground: '#f4f03c',
    art: (
      <>
        <circle {...line} cx="16" cy="16" r="13.6" stroke="#1a1b08" strokeWidth="1" opacity=".5" />
        <path {...line} stroke="#1a1b08" strokeWidth="2.5" d={blast} />
      </>
    ),
  },
  BLAST: { ground: '#2d2f14', art: <path {...line} stroke="#f4f03c" strokeWidth="2.7" d={blast} /> },
  SOL: {
    ground: '#2b2444',
    art: (
      <>
        <path fill="#2fe6b0" d="M11 8.400h13.600l-3.6 3.800H7.400z" />
        <path fill="#6a9cf0" d="M7.4 14.100H21l3.6 3.800H11z" />
        <path fill="#a866f7" d="M11 19.800h13.600L21 23.600H7.400z" />
      </>
    ),
  },
  ETH: {
    ground: '#5a6fd8',
    art: (
      <g fill="#fff">
        <path opacity=".7" d="M16 4.800v9.600l-7.3 2.300z" />
        <path d="M16 4.800l7.3 11.900L16 14.400z" />
        <path opacity=".45" d="M8.7 16.700L16 14.400V21z" />
        <path opacity=".75" d="M23.3 16.700L16 14.400V21z" />
        <path opacity=".7" d="M8.7 18.700L16 23v4.400z" />
        <path d="M23.3 18.700L16 23v4.400z" />
      </g>
    ),
  },
  TRX: {
    ground: '#e0212f',
    art: (
      <path
        {...line}
        strokeWidth="1.7"
        d="M7.6 7.800l13.2 2.5 4.6 4.2-10.8 11.800zl8.4 7.9-1.4 10.600M16 15.700l4.8-5.400M16 15.700l9.4-1.2"
      />
    ),
  },
  WIF: {
    ground: '#6c8fb5',
    art: (
      <>
        <path
          fill="#d99f66"
          d="M5.8 17c0-6 4.4-9 10.2-9s10.2 3 10.2 9c0 5.6-4.3 11-10.2 11S5.8 22.6 5.8 17z"
        />
        <path
          fill="#fff0dc"
          d="M8.6 22.400c1.3-3 4-3.6 5.8-3.300h3.200c1.8-.3 4.5.3 5.8 3.3-1.5 3.4-4.2 5.6-7.4 5.600s-5.9-2.2-7.4-5.600z"
        />
        <path fill="#f2829f" d="M6.4 13.400C6 7.7 10.3 4.4 16 4.400s10 3.3 9.6 9z" />
        <rect fill="#ffc3d1" x="5" y="12" width="22" height="4" rx="2" />
        <circle fill="#ffc3d1" cx="16" cy="4.4" r="2.3" />
        <g fill="#2a1608">
          <circle cx="11.7" cy="19" r="1.5" />
          <circle cx="20.3" cy="19" r="1.5" />
          <path d="M13.8 21.700h4.400c0 1.5-1 2.4-2.2 2.400s-2.2-.9-2.2-2.400z" />
        </g>
      </>
    ),
  },
  BONK: {
    ground: '#ffa51f',
    art: (
      <>
        <path
          fill="#d8541a"
          d="M6 6.500l6.3 3.300h7.400L26 6.500l.8 10.300c.4 6-4.6 10.4-10.8 10.400S4.8 22.8 5.2 16.800z"
        />
        <path
          fill="#fff3dd"
          d="M5.9 19.600c3.4 1 4.6-1.2 6-2.900h8.200c1.4 1.7 2.6 3.9 6 2.9-1 4.7-5.2 7.6-10.1 7.600S6.9 24.3 5.9 19.600z"
        />
        <path fill="#e8455a" d="M13.7 22.800h4.600v1.900a2.3 2.3 0 0 1-4.6 0z" />
        <path fill="#2a1206" d="M13.3 17.700h5.400c0 2-1.2 3-2.7 3s-2.7-1-2.7-3z" />
        <path
          {...line}
          stroke="#2a1206"
          strokeWidth="1.5"
          d="M9.4 15.200c.8-1.4 2.3-1.4 3 0M19.6 15.200c.7-1.4 2.2-1.4 3 0M12 22.300c1.7.8 3.2.5 4-.6.8 1.1 2.3 1.4 4 .6"
        />
      </>
    ),
  },
  // The demo coin has no real logo: it gets a gaming chip.
  DEMO: {
    ground: '#f0c04d',
    art: (
      <>
        <circle
          {...line}
          cx="16"
          cy="16"
          r="13"
          stroke="#7a4d05"
          strokeWidth="3"
          strokeLinecap="butt"
          strokeDasharray="6.81"
        />
        <path
          fill="#3d2600"
          d="M12.6 9.600v12.800a1 1 0 0 0 1.500.86l10-6.400a1 1 0 0 0 0-1.720l-10-6.400a1 1 0 0 0-1.500.86z"
        />
      </>
    ),
  },
  SCS: {
    ground: '#7a3ff2',
    art: (
      <>
        <circle
          {...line}
          cx="16"
          cy="16"
          r="13.3"
          strokeWidth="2.6"
          strokeLinecap="butt"
          strokeDasharray="5.22"
        />
        <path fill="#ffcf5c" d="M7.8 11.500l4.5 3.500L16 8.800l3.7 6.2 4.5-3.5-1.7 8.700h-13z" />
        <rect fill="#ffcf5c" x="9.5" y="21.3" width="13" height="2.3" rx="1.1" />
      </>
    ),
  },
}

const unknown: Mark = {
  ground: '#5d6b7a',
  art: (
    <g {...line} strokeWidth="1.8">
      <circle cx="16" cy="16" r="12" opacity=".5" />
      <path d="M16 9.500l6.5 6.5-6.5 6.500L9.5 16z" />
    </g>
  ),
}

const networks: Partial<Record<string, string>> = {
  tron: 'TRX',
  ethereum: 'ETH',
  solana: 'SOL',
  blast: 'BLAST',
}

interface CoinMarkProps {
  symbol: string
  size?: number
  /** Adds the network's badge, unless the coin is the network's own. */
  network?: string
  className?: string
}

/** Hidden from assistive technology: the symbol stands beside it. */
export function CoinMark({ symbol, size = 34, network, className }: CoinMarkProps) {
  const id = useId()
  const mark = marks[symbol.toUpperCase()] ?? unknown
  const native = network && networks[network.toLowerCase()]
  const badge = native && native !== symbol.toUpperCase() ? marks[native] : undefined
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" className={className} aria-hidden>
      {badge && (
        <mask id={id}>
          <path fill="#fff" d="M0 0h32v32H0z" />
          <circle cx="25.3" cy="25.3" r="8.1" />
        </mask>
      )}
      <g mask={badge && `url(#${id})`}>
        <circle cx="16" cy="16" r="16" fill={mark.ground} />
        {mark.art}
      </g>
      {badge && (
        <g transform="translate(18.6 18.6) scale(.419)">
          <circle cx="16" cy="16" r="16" fill={badge.ground} />
          {badge.art}
        </g>
      )}
    </svg>
  )
}
