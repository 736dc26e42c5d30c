import type { PushTexts } from './push-text.ts'

const WITHDRAWAL = {
  requested: { title: '有一笔提现申请', body: '如果不是你本人操作，请立即打开锦鲤取消，并修改密码。' },
  sent: { title: '提现已发出', body: '正在前往你的地址。' },
  confirmed: { title: '提现已确认', body: '网络上已不可更改。' },
  cancelled: { title: '提现已取消', body: '款项已退回余额。' },
  refused: { title: '提现被拒绝', body: '款项已退回余额。' },
  failed: { title: '提现被网络撤销', body: '款项已退回余额。' },
} as const

const BONUS = {
  released: { title: '奖金已全部释放', body: '已记入你的余额。' },
  expired: { title: '奖金已到期', body: '打开锦鲤查看已释放的部分。' },
  given_up: { title: '奖金已放弃', body: '打开锦鲤查看已释放的部分。' },
} as const

const LIMIT = {
  set: { title: '限额已更改', body: '现已生效。' },
  raised: { title: '限额已提高', body: '现已生效。' },
  asked: { title: '已申请提高限额', body: '在你确认之前，限额保持不变。' },
} as const

export const ZH_CN: PushTexts = {
  deposit: () => ({ title: '充值已到账', body: '已记入你的余额。' }),
  withdrawal: ({ stage }) => WITHDRAWAL[stage],
  login: ({ device }) => ({
    title: '你的账户有新的登录',
    body: `${device || '未知设备'}。如果不是你本人，请让该设备退出登录，并修改密码。`,
  }),
  limit: ({ change }) => LIMIT[change],
  'bonus-ending': () => ({ title: '有一笔奖金即将到期', body: '打开锦鲤查看到期时间。' }),
  'bonus-ended': ({ status }) => BONUS[status],
  'picture-ended': () => ({ title: '头像已恢复为锦鲤绘制的图案', body: '该 NFT 已不在你账户的钱包中。' }),
  'friend-joined': () => ({ title: '第一位好友已加入', body: '打开锦鲤查看是谁。' }),
  'level-gift': ({ level }) => ({ title: `LV.${level} 的升级礼物已就绪`, body: '打开锦鲤领取。' }),
  'race-prize': ({ rank }) => ({ title: `周赛第 ${rank} 名`, body: '奖金已记入你的余额。' }),
  'round-void': () => ({ title: '崩盘有一局作废', body: '尚未兑现的本金已退回。' }),
}
