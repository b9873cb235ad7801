import { parse } from 'tldts'
import { asciiDomain } from './mail-address.ts'

/** Domains of free email providers. Anyone can get an address there, so allowing one would grant every request. */
const FREE_MAIL_DOMAINS = new Set(
  `126.com 163.com bigpond.com bk.ru bluewin.ch btinternet.com cock.li comcast.net duck.com e-mail.de email.cz email.de fastmail.com fastmail.fm foxmail.com free.fr
  freemail.hu freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com guerrillamail.com hanmail.net hey.com
  hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.com inbox.lv inbox.ru kakao.com
  laposte.net libero.it list.ru live.at live.be live.ca live.cl live.cn live.com live.com.ar live.com.au live.com.mx live.co.uk live.co.za live.de
  live.dk live.fi live.fr live.hk live.ie live.in live.it live.jp live.nl live.no live.ru live.se mac.com mail.com mail.de mail.ru mailbox.org mailinator.com me.com
  msn.com naver.com o2.pl onet.pl onmicrosoft.com orange.fr passport.com pm.me posteo.de proton.me protonmail.ch
  protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com seznam.cz sfr.fr sina.com sohu.com startmail.com t-online.de
  tempmail.com tuta.com tuta.io tutanota.com tutanota.de ukr.net virgilio.it wanadoo.fr web.de wp.pl yahoo.co.in yahoo.co.jp
  yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com yopmail.com
  zoho.com zohomail.com`.split(/\s+/),
)

/** Names of free email providers with domains in many countries, such as yahoo.ca and gmx.us. */
const FREE_MAIL_NAMES = new Set([
  'aol',
  'gmx',
  'googlemail',
  'hotmail',
  'icloud',
  'outlook',
  'protonmail',
  'yahoo',
  'yandex',
])

export type AllowedDomain =
  | { readonly domain: string; readonly rule?: never }
  | { readonly domain?: never; readonly rule: string }

/**
 * Normalizes an email domain for automatic grants to lowercase ASCII (punycode). Rejects IP addresses, free email
 * providers, and public suffixes such as `co.uk` and `github.io`.
 */
export const allowedDomainOf = (input: string): AllowedDomain => {
  const domain = asciiDomain(input.trim())
  const { publicSuffix, isIcann, isPrivate, isIp, hostname, domainWithoutSuffix } = parse(domain, {
    allowPrivateDomains: true,
  })
  if (domain === '' || hostname !== domain || isIp || !domain.includes('.') || domain.length > 253)
    return { rule: 'must be a domain such as acme.example, without @ or *' }
  if (domain === publicSuffix && (isIcann || isPrivate))
    return { rule: 'must not be a public suffix: anyone can register a domain below it' }
  if (FREE_MAIL_DOMAINS.has(domain) || FREE_MAIL_NAMES.has(domainWithoutSuffix ?? ''))
    return { rule: 'must not be a free email provider: anyone can get an address there' }
  return { domain }
}
