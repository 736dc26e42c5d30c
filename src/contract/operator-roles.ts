/** The tasks of operators. An owner may do all of them. */
export const ROLES = ['support', 'finance', 'risk', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** Whom the server lets do what. A call that needs a session only, such as its end, has `own`. */
export const PERMISSIONS = {
  own: ROLES,
  'today.read': ROLES,
  'players.read': ROLES,
  /** Whole e-mail addresses, movements of the ledger, bets, rewards and what links players. */
  'players.money': ['finance', 'risk', 'owner'],
  'players.sessions': ['support', 'risk', 'owner'],
  'withdrawals.read': ['finance', 'risk', 'owner'],
  'withdrawals.decide': ['finance', 'risk', 'owner'],
  'games.read': ROLES,
  'games.change': ['risk', 'owner'],
  'promotions.read': ROLES,
  'promotions.change': ['finance', 'owner'],
  'providers.read': ['finance', 'risk', 'owner'],
  'providers.change': ['risk', 'owner'],
  'chains.read': ['finance', 'risk', 'owner'],
  'proposals.read': ['finance', 'risk', 'owner'],
  'proposals.decide': ['finance', 'risk', 'owner'],
  'audit.read': ['risk', 'owner'],
  'audit.check': ['risk', 'owner'],
  'operators.manage': ['owner'],
} as const satisfies Readonly<Record<string, readonly Role[]>>
export type Permission = keyof typeof PERMISSIONS

export const isAllowed = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role)
