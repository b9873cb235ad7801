import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { isBusinessNumber } from './business-number-rules.ts'
import { type Finder, matchesOf, type Piece } from './pieces.ts'

/** 00:1a:2b:3c:4d:5e; 001a.2b3c.4d5e; without separators after "mac". */
const MACS = [
  /(?<![0-9a-f:-])[0-9a-f]{2}(?:([:\-. ])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}(?![0-9a-f:-])/gu,
  /(?<![0-9a-f.])[0-9a-f]{4}([.:-])[0-9a-f]{4}\1[0-9a-f]{4}(?![0-9a-f]|\1[0-9a-f])/gu,
  /(?<![\p{L}\p{N}-])(?=[a-f]{0,11}\d)(?=[0-9a-f]{12}(?![\p{L}\p{N}]))(?<=\b(?:mac|bssid|ethernet)\b(?:[^\n\d]{0,24}|[^\n]{17,24}))[0-9a-f]{12}|(?<![\p{L}\p{N}])[0-9a-f]{6}-[0-9a-f]{6}(?![\p{L}\p{N}])(?<=\b(?:mac)\b[^\n]{0,30})/gu,
]

const hasLetterOrSeparator = (text: string): boolean => /[a-f:-]|\./.test(text)
/** Three groups of four digits without a letter are more likely an order number. */
const hasOnlyDigits = (text: string): boolean => /^\d{4}([.:-])\d{4}\1\d{4}$/.test(text)

/**
 * Finds hardware addresses in the formats of Linux, Windows and Cisco. Twelve digits in pairs with blanks are another
 * number.
 */
export const macsIn: Finder = ({ folded }) =>
  MACS.flatMap((pattern) => matchesOf('MAC', pattern, folded)).filter(({ start, end }) => {
    const address = folded.slice(start, end)
    return (
      hasLetterOrSeparator(address.replaceAll(' ', '')) && !(hasOnlyDigits(address) || isBusinessNumber(folded, start))
    )
  })

const V4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`
const IPV4 = new RegExp(
  String.raw`(?<![\p{L}\d.]|[\d:]:|\d,)${V4}(?!\d|\.\d)(?::\d{1,5}(?!\d))?(?:\/\d{1,2}(?!\d))?`,
  'gu',
)
const IPV6 = new RegExp(
  String.raw`(?<![\p{L}\p{N}:.])(?=[0-9a-f]{0,4}:[0-9a-f:.]{0,42})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?:(?<=:)${V4}|\.\d{1,3}(?:\.\d{1,3}){2})?(?!\p{L}|\p{N}|:)(?:%[\p{L}\p{N}]{1,12})?(?:\/\d{1,3}(?!\d))?`,
  'gu',
)
const VERSION_BEFORE =
  /(?:\bv|\b(?:version|versione|versie|versao|firmware|release|build|ver|update|app|driver|software|ios|android)\.?)[\s:]{0,3}$/u

/** Four small numbers are a version unless a cue for addresses is nearby. */
const SMALL_PARTS = /^(?:[12]?\d|3[01])(?:\.(?:\d|[12]\d|3[01])){3}$/
const ADDRESS_BEFORE =
  /(?:\b(?:ip|ips|ip-?adresse?|ip-?adres|address|adresse|direccion|endereco|indirizzo|adres|server|host|ping|dns|router|gateway|proxy|login|anmeldung|connexion|acceso|acesso|accesso|from|von|depuis|desde|dal|vanaf)\b[^\n]{0,30})$/u
const isVersion = (folded: string, { start, end }: Piece): boolean =>
  VERSION_BEFORE.test(folded.slice(Math.max(0, start - 14), start)) ||
  (SMALL_PARTS.test(folded.slice(start, end)) && !ADDRESS_BEFORE.test(folded.slice(Math.max(0, start - 44), start)))

const isIpv4 = (text: string): boolean => {
  const [address = ''] = text.split(/[:/]/)
  return address.split('.').every((part) => Number(part) <= 255)
}

/** Checks for eight groups, or fewer with "::". An IPv4 address at the end counts as two groups (RFC 4291, 2.2). */
const isIpv6 = (text: string): boolean => {
  const [address = ''] = text.split(/[%/]/)
  const groups = address.split(':').filter(Boolean)
  const count = groups.length + (address.includes('.') ? 1 : 0)
  const isShort = address.includes('::')
  return (isShort ? count <= 7 && count >= 1 : count === 8) && (count >= 2 || /[\d]/.test(address))
}

const blockListOf = (ranges: string, addresses: string): BlockList => {
  const list = new BlockList()
  for (const range of ranges.split(' ')) {
    const [net = '', prefix = ''] = range.split('/')
    list.addSubnet(net, Number(prefix), isIPv4(net) ? 'ipv4' : 'ipv6')
  }
  for (const address of addresses.split(' ')) list.addAddress(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return list
}

/**
 * Addresses that identify no person: private, shared, loopback, link-local and multicast ranges, and public name
 * servers. Documentation ranges are not included, because they represent real addresses.
 */
const IMPERSONAL_RANGES = blockListOf(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 224.0.0.0/3 ::/127 fc00::/7 fe80::/10 ff00::/8',
  '8.8.8.8 8.8.4.4 1.1.1.1 1.0.0.1 1.1.1.2 1.0.0.2 1.1.1.3 1.0.0.3 9.9.9.9 9.9.9.10 149.112.112.112 149.112.112.10 208.67.222.222 208.67.220.220 208.67.222.123 208.67.220.123 4.2.2.1 4.2.2.2 94.140.14.14 94.140.15.15 76.76.2.0 76.76.10.0 76.76.19.19 185.228.168.9 185.228.169.9 84.200.69.80 84.200.70.40 64.6.64.6 64.6.65.6 77.88.8.8 77.88.8.1 80.80.80.80 80.80.81.81 193.110.81.0 185.253.5.0 2606:4700:4700::1111 2606:4700:4700::1001 2001:4860:4860::8888 2001:4860:4860::8844 2620:fe::fe 2620:fe::9',
)
/** A hardware address at the end of an IPv6 address (RFC 4291, appendix A). */
const ENDS_WITH_MAC = /[\da-f]{0,2}ff:fe[\da-f]{2}:[\da-f]{1,4}$/

const isImpersonalAddress = (text: string): boolean => {
  const address = text.replace(/[%/].*$/, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  if (isIPv4(address)) return IMPERSONAL_RANGES.check(address, 'ipv4')
  return isIPv6(address) && !ENDS_WITH_MAC.test(address) && IMPERSONAL_RANGES.check(address, 'ipv6')
}

/** Finds IPv4 addresses, except software versions, and IPv6 addresses, including mapped IPv4 addresses. */
export const addressesIn: Finder = ({ folded }): Piece[] =>
  [
    ...matchesOf('IP', IPV6, folded).filter(({ start, end }) => isIpv6(folded.slice(start, end))),
    ...matchesOf('IP', IPV4, folded).filter(
      (piece) => isIpv4(folded.slice(piece.start, piece.end)) && !isVersion(folded, piece),
    ),
  ].filter(({ start, end }) => !isImpersonalAddress(folded.slice(start, end)))
