const WEB_ADDRESS = /\b[a-z0-9-]+\.(?:[a-z]{2,24})\b|https?:|www\./i
const LURE =
  /\b(?:claim|visit|airdrop|reward|voucher|giveaway|free|bonus|mint now|redeem|winner|gift)s?\b|\$\s?\d|[领領]取|空投|[奖獎]励/iu

/** Published in the app: hidden at first, and counted. */
export const looksLikeSpam = (name: string | null, symbol: string | null): boolean =>
  (name === null && symbol === null) ||
  [name, symbol].some((words) => words !== null && (WEB_ADDRESS.test(words) || LURE.test(words)))
