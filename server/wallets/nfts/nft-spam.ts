/** Not `Vol.II`: few write the end of an address in capitals. */
const WEB_ADDRESS = /[\p{L}\p{N}-]{2,}\.(?:[a-z]{2,24}|COM|IO|NET|ORG|XYZ)(?![\p{L}\p{N}])/u
const LINK = /https?:|www\./i
const LURE =
  /\b(?:claim|visit|airdrop|reward|voucher|giveaway|free|bonus|redeem|winner|gift)s?\b|\$\s?\d|领取|領取|空投|奖励|獎勵/i

/** The app says by which rule an NFT is hidden at first. */
export const looksLikeSpam = (name: string | null, symbol: string | null): boolean =>
  (name === null && symbol === null) ||
  [name, symbol].some((words) => words !== null && [WEB_ADDRESS, LINK, LURE].some((sign) => sign.test(words)))
