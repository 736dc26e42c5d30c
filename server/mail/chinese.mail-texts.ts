import { isolatedName } from '#contract/given-name.ts'
import type { MailTexts } from './mail-values.ts'

const NOT_ASKED = '如果不是你本人操作，请忽略这封邮件：没有验证码，任何人都无法登录。'
const KEEP_SECRET = '验证码 10 分钟内有效。请勿告诉任何人，锦鲤绝不会向你索要。'
const NOT_YOU = '如果不是你本人操作，请在登录页点“忘记密码”并设置新密码，所有设备都会随之退出登录。'

const TIME = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export const ZH_CN: MailTexts = {
  'register-code': ({ code }) => ({
    subject: `${code} 是你的锦鲤验证码`,
    lines: ['你的注册验证码是：', KEEP_SECRET, NOT_ASKED],
    code,
  }),
  'register-known': () => ({
    subject: '你已经有锦鲤账户了',
    lines: [
      '有人（可能是你自己）想用这个邮箱注册。这个邮箱已有账户，所以没有发送验证码。',
      '请直接登录；如果忘了密码，请在登录页点“忘记密码”。',
      '如果不是你，请忽略这封邮件，你的账户没有任何变化。',
    ],
  }),
  'reset-code': ({ code }) => ({
    subject: `${code} 是你重设密码的验证码`,
    lines: ['你重设密码的验证码是：', KEEP_SECRET, NOT_ASKED],
    code,
  }),
  welcome: () => ({
    subject: '欢迎来到锦鲤',
    lines: [
      '你的账户已经开通。',
      '建议到“安全”页加强保护：通行密钥让你用面容、指纹或 PIN 登录；开启两步验证后，别人即使知道密码也无法登录。',
      '娱乐为先，量力而行。限额、冷静期和求助渠道都在“理性娱乐”页。',
    ],
  }),
  'new-login': ({ at, device, address }) => ({
    subject: '你的账户有新的登录',
    lines: [
      '你的账户刚在新的地点或设备上登录。',
      `${TIME.format(at)}（UTC） · ${device || '未知设备'} · ${address}`,
      '如果是你本人，无需处理。',
      NOT_YOU,
    ],
  }),
  'password-changed': () => ({
    subject: '你的密码已修改',
    lines: ['你的账户密码已修改，其他设备均已退出登录。', NOT_YOU],
  }),
  'password-reset': () => ({
    subject: '你的密码已重设',
    lines: ['你的账户已设置新密码，所有设备均已退出登录。', NOT_YOU],
  }),
  'change-code': ({ code }) => ({
    subject: `${code} 是你更换邮箱的验证码`,
    lines: ['要把账户邮箱换成这个地址，请输入验证码：', KEEP_SECRET, NOT_ASKED],
    code,
  }),
  'change-taken': () => ({
    subject: '这个邮箱已有账户',
    lines: [
      '有人想把另一个账户的邮箱换成这个地址。这个邮箱已有自己的账户，所以什么都没有改动。',
      '如果是你，请用这个邮箱登录，或换一个邮箱。',
    ],
  }),
  'change-asked': ({ newEmail }) => ({
    subject: '你的账户邮箱即将更换',
    lines: [`有人登录后申请把账户邮箱换成 ${newEmail}。输入发往新邮箱的验证码后即会更换。`, NOT_YOU],
  }),
  'email-changed': ({ newEmail, uid, heldUntil }) => ({
    subject: '你的账户邮箱已更换',
    lines: [
      `你的账户邮箱现在是 ${newEmail}，其他设备均已退出登录。`,
      ...(heldUntil ? [`在 ${TIME.format(heldUntil)}（UTC）之前不能提现。`] : []),
      `如果不是你本人操作，说明有人知道你的登录信息并更换了邮箱。请马上联系本站客服，并告知玩家编号 ${uid}。随后修改你的邮箱密码，找回账户后再修改本站密码。`,
    ],
  }),
  'totp-on': () => ({
    subject: '两步验证已开启',
    lines: ['从现在起，登录还需要输入验证器上的验证码。', NOT_YOU],
  }),
  'totp-off': () => ({
    subject: '两步验证已关闭',
    lines: ['登录不再需要验证器上的验证码。', NOT_YOU],
  }),
  'recovery-code-used': ({ left }) => ({
    subject: '有一个恢复码被使用',
    lines: [`你的一个恢复码刚被使用，还剩 ${left} 个。`, NOT_YOU],
  }),
  'recovery-codes-renewed': () => ({
    subject: '你有了新的恢复码',
    lines: ['你的账户已生成新的恢复码，旧的已失效。', NOT_YOU],
  }),
  'passkey-added': ({ name }) => ({
    subject: '已添加通行密钥',
    lines: [`通行密钥“${isolatedName(name)}”现在可以登录你的账户。`, NOT_YOU],
  }),
  'passkey-removed': ({ name, heldUntil }) => ({
    subject: '已移除通行密钥',
    lines: [
      `通行密钥“${isolatedName(name)}”不能再登录你的账户。`,
      ...(heldUntil
        ? [
            `移除时没有使用它验证身份，因此在 ${TIME.format(heldUntil)}（UTC）之前不能提现，也不能更改账户的登录方式。`,
          ]
        : []),
      NOT_YOU,
    ],
  }),
  'wrong-codes': ({ device, address }) => ({
    subject: '你的账户中有人多次输错验证码',
    lines: [
      '有人在已登录你账户的设备上多次输错两步验证的验证码。',
      `${device || '未知设备'} · ${address}`,
      '如果是你本人，无需处理：等验证器显示下一个验证码即可。如果不是，请打开“安全 › 已登录的设备”，退出其他所有设备，并修改密码。',
    ],
  }),
  'wallet-linked': ({ address, logsIn }) => ({
    subject: '已绑定钱包',
    lines: [
      logsIn
        ? `钱包 ${address} 现在可以登录你的账户。`
        : `钱包 ${address} 向锦鲤转入的款项今后会记入你的账户。它不能登录。`,
      `${NOT_YOU}然后到“安全”页解绑钱包。`,
    ],
  }),
  'wallet-unlinked': ({ address }) => ({
    subject: '已解绑钱包',
    lines: [`钱包 ${address} 不能再登录你的账户。`, NOT_YOU],
  }),
  'time-out': ({ until }) => ({
    subject: '你的冷静期已开始',
    lines: [
      `${TIME.format(until)}（UTC）之前，你不能游玩和充值。冷静期可以延长，不能缩短。`,
      '你仍可登录，提现不受影响。',
    ],
  }),
  'self-exclusion': ({ until }) => ({
    subject: '你的自我排除已开始',
    lines: [
      `${TIME.format(until)}（UTC）之前，你不能游玩和充值。任何人都不能提前解除，客服也不行。`,
      '你仍可登录，提现不受影响。我们不会再向你发送资讯和优惠。',
      '你不必独自面对：“理性娱乐”页列有求助渠道。',
    ],
  }),
  'withdrawal-asked': ({ amount, symbol, network, address }) => ({
    subject: `你申请提现 ${amount} ${symbol}`,
    lines: [
      `${amount} ${symbol}（${network} 网络）将发送到 ${address}。`,
      '签名之前，你可在“提现”页取消。',
      NOT_YOU,
    ],
  }),
  'withdrawal-address-added': ({ address }) => ({
    subject: '已添加提现地址',
    lines: [`${address} 已加入你的提现地址。如果开启了白名单，24 小时后才能提现到该地址。`, NOT_YOU],
  }),
  'whitelist-on': () => ({
    subject: '提现白名单已开启',
    lines: ['从现在起，只能提现到 24 小时前已添加的地址。', NOT_YOU],
  }),
  'whitelist-ends': ({ at }) => ({
    subject: '提现白名单将在 24 小时后关闭',
    lines: [`${TIME.format(at)}（UTC）起，可再次提现到任意地址。在此之前，你可以在“安全”页撤回。`, NOT_YOU],
  }),
  'sessions-ended': () => ({
    subject: '你已在所有设备上退出登录',
    lines: [
      '本站客服已让你的账户在所有设备上退出登录，余额和设置不变。',
      '如果这不是你要求的，请重新登录，在安全设置中查看最近的登录记录。若有不是你本人的登录，请修改密码。',
    ],
  }),
  'account-closed': () => ({
    subject: '你的账户已注销',
    lines: ['你的账户已注销，个人资料已删除。感谢你一路相伴。'],
  }),
  news: ({ title, text }) => ({
    subject: title,
    lines: [text, '你选择了接收此类邮件，可随时在“消息”的“通知”设置中关闭。'],
  }),
}
