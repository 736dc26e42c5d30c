import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { BrokenPage } from './shell/BrokenPage.tsx'
import { NoPage } from './shell/NoPage.tsx'
import { session } from './session/session.ts'

/** The texts of an address, and nothing but texts. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

function stringifySearch(search: object): string {
  const set = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '')
  return set.length > 0 ? `?${new URLSearchParams(set as [string, string][])}` : ''
}

const root = createRootRoute({ component: Outlet, errorComponent: BrokenPage, notFoundComponent: NoPage })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./login/LoginPage.tsx'), 'LoginPage'),
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./login/JoinPage.tsx'), 'JoinPage'),
})

/** Pages of those who are logged in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ location }) => {
    if (session.get().entered) return
    const isStart = location.pathname === '/'
    throw redirect({ to: '/login', search: isStart ? {} : { to: location.href } } as never)
  },
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})

const today = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./today/TodayPage.tsx'), 'TodayPage'),
})
const players = createRoute({
  getParentRoute: () => inside,
  path: '/players',
  component: lazyRouteComponent(() => import('./players/PlayersPage.tsx'), 'PlayersPage'),
})
const player = createRoute({
  getParentRoute: () => inside,
  path: '/players/$uid',
  component: lazyRouteComponent(() => import('./players/PlayerPage.tsx'), 'PlayerPage'),
})
const withdrawals = createRoute({
  getParentRoute: () => inside,
  path: '/withdrawals',
  component: lazyRouteComponent(() => import('./withdrawals/WithdrawalsPage.tsx'), 'WithdrawalsPage'),
})
const withdrawal = createRoute({
  getParentRoute: () => inside,
  path: '/withdrawals/$id',
  component: lazyRouteComponent(() => import('./withdrawals/WithdrawalPage.tsx'), 'WithdrawalPage'),
})
const games = createRoute({
  getParentRoute: () => inside,
  path: '/games',
  component: lazyRouteComponent(() => import('./games/GamesPage.tsx'), 'GamesPage'),
})
const game = createRoute({
  getParentRoute: () => inside,
  path: '/games/$slug',
  component: lazyRouteComponent(() => import('./games/GamePage.tsx'), 'GamePage'),
})
const promotions = createRoute({
  getParentRoute: () => inside,
  path: '/promotions',
  component: lazyRouteComponent(() => import('./promotions/PromotionsPage.tsx'), 'PromotionsPage'),
})
const proposals = createRoute({
  getParentRoute: () => inside,
  path: '/proposals',
  component: lazyRouteComponent(() => import('./proposals/ProposalsPage.tsx'), 'ProposalsPage'),
})
const providers = createRoute({
  getParentRoute: () => inside,
  path: '/providers',
  component: lazyRouteComponent(() => import('./providers/ProvidersPage.tsx'), 'ProvidersPage'),
})
const chains = createRoute({
  getParentRoute: () => inside,
  path: '/chains',
  component: lazyRouteComponent(() => import('./chains/ChainsPage.tsx'), 'ChainsPage'),
})
const audit = createRoute({
  getParentRoute: () => inside,
  path: '/audit',
  component: lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
})
const operators = createRoute({
  getParentRoute: () => inside,
  path: '/operators',
  component: lazyRouteComponent(() => import('./operators/OperatorsPage.tsx'), 'OperatorsPage'),
})

const pages = [today, players, player, withdrawals, withdrawal, games, game, promotions, proposals]
const morePages = [providers, chains, audit, operators]
const routeTree = root.addChildren([login, join, inside.addChildren([...pages, ...morePages])])

export const createConsoleRouter = () =>
  createRouter({
    routeTree,
    basepath: '/operator',
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
