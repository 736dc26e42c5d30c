import * as account from './account.ts'
import * as auth from './auth.ts'
import { listBalances } from './balances.ts'
import * as bonuses from './bonuses.ts'
import { listCoins } from './coins.ts'
import { getConfig } from './config.ts'
import * as crash from './crash.ts'
import * as deposits from './deposits.ts'
import type { Endpoint } from './endpoint.ts'
import { listFreeRounds, playFreeRound } from './free-rounds.ts'
import { getGame, listCategories, listGames, listProviders } from './games.ts'
import { listGamesInFull } from './games-in-full.ts'
import { getGiftWheel, turnGiftWheel } from './gift-wheel.ts'
import { redeemGiftCode } from './gift-codes.ts'
import { getHealth } from './health.ts'
import { getLuckBets } from './luck.ts'
import * as messages from './messages.ts'
import * as notifications from './notifications.ts'
import { getNftPicture, setNftPicture } from './nft-picture.ts'
import * as providerGames from './provider-games.ts'
import * as publicPlay from './public-play.ts'
import { getPublicNumber } from './public-player.ts'
import { listPlayerPromotions } from './player-promotions.ts'
import { listPromotions } from './promotions.ts'
import * as bets from './play.ts'
import { beginPasskeyProof } from './proof.ts'
import { getProgress } from './progress.ts'
import * as play from './responsible-play.ts'
import * as race from './race.ts'
import * as referral from './referral.ts'
import { sendReaction } from './reactions.ts'
import * as rewards from './rewards.ts'
import * as seals from './seal.ts'
import { listTransactions } from './transactions.ts'
import { getTransparency } from './transparency.ts'
import * as user from './user.ts'
import * as walletDeposits from './wallet-deposits.ts'
import * as wallet from './wallet.ts'
import * as winLinks from './win-links.ts'
import * as withdrawals from './withdrawals.ts'

/** In the order of the OpenAPI document; practice mode also has those of `practice.ts`. */
export const API: readonly Endpoint[] = [
  getHealth,
  getConfig,
  listGames,
  getGame,
  listGamesInFull,
  listCategories,
  listProviders,
  providerGames.listProviderGames,
  providerGames.getProviderGame,
  listCoins,
  listPromotions,
  race.getRace,
  rewards.getRewardTerms,
  getTransparency,
  seals.listSeals,
  seals.getSeal,
  bets.listBetLimits,
  publicPlay.listPopularGames,
  publicPlay.getPlayNow,
  publicPlay.listBigWins,
  winLinks.getLinkedWin,
  publicPlay.getGamePlay,
  publicPlay.listRecentBets,
  publicPlay.listTopWins,
  publicPlay.listLeaders,
  crash.listCrashRounds,
  crash.getCrashChain,
  crash.getCrashClock,
  crash.getCrashLatency,
  wallet.listWallets,
  wallet.getWalletProfile,
  wallet.getWalletNfts,

  auth.login,
  auth.beginPasskeyLogin,
  auth.loginWithPasskey,
  wallet.beginWalletLogin,
  wallet.loginWithWallet,
  user.logout,
  auth.requestEmailCode,
  auth.register,
  auth.resetPassword,

  user.getUser,
  getProgress,
  getLuckBets,
  account.getProfile,
  getPublicNumber,
  account.changeProfile,
  account.changeContact,
  account.removeContact,
  account.uploadAvatar,
  account.removeAvatar,
  getNftPicture,
  setNftPicture,
  account.exportAccount,
  account.exportMore,
  account.getUnclaimed,
  account.closeAccount,

  listBalances,

  messages.listMessages,
  messages.getMessageSummary,
  messages.readMessages,

  notifications.getNotifications,
  notifications.setQuietHours,
  notifications.setConsent,
  notifications.addPushSubscription,
  notifications.removePushSubscription,
  notifications.renewPushSubscription,

  account.getSecurity,
  account.listSessions,
  account.endSession,
  account.endOtherSessions,
  account.listLogins,
  account.changePassword,
  account.requestEmailChange,
  account.changeEmail,
  account.beginTotp,
  account.confirmTotp,
  account.removeTotp,
  account.renewRecoveryCodes,
  account.beginPasskey,
  beginPasskeyProof,
  account.addPasskey,
  account.removePasskey,
  wallet.beginWalletLink,
  wallet.linkWallet,
  wallet.beginDepositWallet,
  wallet.linkDepositWallet,
  wallet.unlinkWallet,

  withdrawals.getWithdrawalTerms,
  withdrawals.requestWithdrawal,
  withdrawals.listWithdrawals,
  withdrawals.getWithdrawal,
  withdrawals.cancelWithdrawal,
  withdrawals.getAddressBook,
  withdrawals.addWithdrawalAddress,
  withdrawals.removeWithdrawalAddress,
  withdrawals.setWithdrawalWhitelist,
  listTransactions,

  deposits.openDepositAddress,
  deposits.listDeposits,
  deposits.getDeposit,
  deposits.simulateTransfer,
  walletDeposits.listWalletAssets,
  walletDeposits.openWalletDeposit,
  walletDeposits.listWalletDeposits,
  walletDeposits.reportTransaction,
  walletDeposits.simulateWalletTransfer,

  bets.getSeeds,
  bets.changeSeeds,
  bets.listPastSeeds,
  bets.placeBet,
  bets.listBets,
  bets.listReceipts,
  bets.getBetByKey,
  bets.getBet,
  winLinks.getWinLink,
  winLinks.makeWinLink,
  winLinks.removeWinLink,
  bets.listRounds,
  bets.takeStep,
  bets.cashOut,
  bets.startAutoPlay,
  bets.getAutoPlay,
  bets.stopAutoPlay,
  seals.getSealsOfBet,
  seals.getSealedBalance,

  providerGames.launchProviderGame,
  providerGames.launchProviderDemo,
  providerGames.listProviderRounds,

  crash.getCrash,
  crash.placeCrashBet,
  crash.cancelCrashBet,
  crash.cashOutCrashBet,
  crash.getCrashBetByKey,
  sendReaction,

  bonuses.listBonuses,
  bonuses.chooseBonus,
  bonuses.giveUpBonus,
  getGiftWheel,
  turnGiftWheel,
  redeemGiftCode,
  listFreeRounds,
  playFreeRound,
  listPlayerPromotions,

  race.getOwnRace,
  race.joinRace,
  rewards.getRewards,
  rewards.claimReward,

  referral.getReferral,
  referral.listFriends,
  referral.claimReferral,

  play.getResponsiblePlay,
  play.setLimit,
  play.confirmRaise,
  play.cancelRaise,
  play.setReminder,
  play.takeTimeOut,
  play.excludeSelf,
]
